package dev.hansom.fuzz;

import dev.hansom.prepared.CatalogStatement;
import dev.hansom.prepared.StatementCatalog;
import dev.hansom.prepared.StatementRewriter;
import dev.hansom.wire.FrameScanner;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** A rewritten Bind is a whole frame that differs in the statement's name alone; a statement's text is kept as it came. */
public final class StatementRewriterFuzz {

    private StatementRewriterFuzz() {}

    /** The body of a Bind, which is taken for that of a Parse too. */
    public static void fuzzerTestOneInput(byte[] input) {
        ByteBuf bind = Unpooled.buffer(input.length + 5);
        bind.writeByte('B').writeInt(4 + input.length).writeBytes(input);
        int end = bind.writerIndex();
        int portalEnd = FrameScanner.cstringEnd(bind, 5, end);
        int nameEnd = portalEnd < 0 ? -1 : FrameScanner.cstringEnd(bind, portalEnd + 1, end);
        if (nameEnd < 0) {
            return;
        }
        StatementCatalog catalog = new StatementCatalog();
        CatalogStatement statement = catalog.intern(bind, nameEnd + 1, end);
        check(catalog.intern(bind, nameEnd + 1, end) == statement && catalog.size() == 1, "interned twice");
        ByteBuf out = Unpooled.buffer();
        StatementRewriter.bindHead(out, bind, 0, portalEnd, nameEnd, statement);
        check(tailOf(out, bind, nameEnd, end), "bindHead");
        out.clear();
        StatementRewriter.guardedBindHead(out, bind, 0, portalEnd, nameEnd);
        check(tailOf(out, bind, nameEnd, end), "guardedBindHead");
        out.clear();
        StatementRewriter.parse(out, statement);
        int body = out.writerIndex() - (end - nameEnd - 1);
        check(FrameScanner.end(out, 0) == out.writerIndex(), "length of a Parse");
        check(ByteBufUtil.equals(out, body, bind, nameEnd + 1, end - nameEnd - 1), "text of a Parse");
        catalog.release(statement);
        catalog.release(statement);
        check(catalog.size() == 0, "left in the catalog");
    }

    private static boolean tailOf(ByteBuf out, ByteBuf bind, int nameEnd, int end) {
        out.writeBytes(bind, nameEnd + 1, end - nameEnd - 1);
        return FrameScanner.end(out, 0) == out.writerIndex();
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
