package dev.hansom.shop.config;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Refuses to start with settings that cannot work, in one sentence each. Runs on the main thread, before HTTP listens. */
final class StartupCheck {

    private final ShopSettings settings;
    private final boolean poolerEnabled;
    private final Optional<String> url;
    private final int poolSize;

    StartupCheck(
            ShopSettings settings,
            @ConfigProperty(name = "hansom.pooler.enabled", defaultValue = "false") boolean poolerEnabled,
            @ConfigProperty(name = "quarkus.datasource.reactive.url") Optional<String> url,
            @ConfigProperty(name = "quarkus.datasource.reactive.max-size") int poolSize) {
        this.settings = settings;
        this.poolerEnabled = poolerEnabled;
        this.url = url;
        this.poolSize = poolSize;
    }

    /** Before everything else that observes the start, an embedded pooler too. */
    void check(@Observes @Priority(0) StartupEvent event) {
        try {
            ResetSwitch.check(settings.statements(), settings.reset());
        } catch (ResetSwitch.IncompatibleResetException e) {
            throw new ConfigurationException(e.getMessage());
        }
        if (settings.acquireTimeout().toMillis() < 1
                || settings.acquireTimeout().toDays() > 1) {
            throw new ConfigurationException("shop.acquire-timeout must be from 1 ms to a day");
        }
        if (poolSize < 1) {
            throw new ConfigurationException(
                    "quarkus.datasource.reactive.max-size must be at least 1, not " + poolSize);
        }
        if (poolerEnabled != (settings.topology() == Topology.EMBEDDED)) {
            throw new ConfigurationException(
                    "shop.topology=embedded and hansom.pooler.enabled=true go together: set both"
                            + " (QUARKUS_PROFILE=embedded does) or neither");
        }
        address();
    }

    @Produces
    @Singleton
    DatabaseAddress address() {
        return DatabaseAddress.ofUrl(url.orElse(""));
    }
}
