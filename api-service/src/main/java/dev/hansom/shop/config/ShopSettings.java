package dev.hansom.shop.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** The {@code shop.*} settings as given; {@link StartupCheck} refuses combinations that cannot work. */
@ConfigMapping(prefix = "shop")
public interface ShopSettings {

    @WithDefault("cached")
    StatementMode statements();

    @WithDefault("per-statement")
    TransactionMode transactions();

    /** What requests send at their end when the process starts; {@code PUT /lab/reset} changes it where enabled. */
    @WithDefault("none")
    ResetMode reset();

    @WithDefault("direct")
    Topology topology();

    /** How long a request waits for a connection, and a connection for its TCP handshake, before it answers 503. */
    @WithDefault("5s")
    Duration acquireTimeout();

    Lab lab();

    /** Switches for measurements. */
    interface Lab {

        /** Whether {@code /lab} exists. Whoever reaches the port may use it, so it is off unless somebody measures. */
        @WithDefault("false")
        boolean enabled();
    }
}
