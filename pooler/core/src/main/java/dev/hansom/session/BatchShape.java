package dev.hansom.session;

import dev.hansom.server.Retry;
import dev.hansom.wire.MessageType.Frontend;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Finds out whether a chunk is one whole batch of the extended protocol and nothing else. Loop-confined. */
final class BatchShape {

    private @Nullable ByteBuf source;
    private int from;
    private int last;
    private boolean used;
    private boolean ended;

    /** @param whole true where a batch may begin: the server is at rest */
    void open(ByteBuf chunk, boolean whole) {
        source = whole ? chunk : null;
        from = chunk.readerIndex();
        last = from;
        used = false;
        ended = false;
    }

    void add(int type, int end) {
        last = end;
        switch (type) {
            case Frontend.BIND, Frontend.DESCRIBE -> used = true;
            case Frontend.PARSE, Frontend.EXECUTE, Frontend.CLOSE, Frontend.SYNC -> {
                // Part of a batch.
            }
            default -> source = null;
        }
        if (ended) {
            source = null;
        }
        ended = type == Frontend.SYNC;
    }

    /** Shows what was found: a batch that uses a statement is kept. */
    void keepIfWhole(Retry retry) {
        ByteBuf whole = source;
        source = null;
        if (whole != null && used && ended && last == whole.writerIndex()) {
            retry.keep(whole, from, last);
        } else {
            retry.drop();
        }
    }
}
