package dev.hansom.server;

import dev.hansom.wire.Link;
import dev.hansom.wire.LinkEvents;
import java.util.function.Consumer;
import java.util.function.Function;

/** Opens sockets to servers on the loop it belongs to. */
public interface Dialer {

    /**
     * Connects, within the configured time.
     *
     * @param connected makes what handles the socket's events, once the socket is open
     * @param failed told why it could not be opened
     */
    void dial(ServerTarget target, Function<Link, LinkEvents> connected, Consumer<String> failed);
}
