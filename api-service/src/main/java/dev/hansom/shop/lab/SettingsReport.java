package dev.hansom.shop.lab;

import dev.hansom.shop.config.DatabaseAddress;
import dev.hansom.shop.config.ResetSwitch;
import dev.hansom.shop.config.ShopSettings;
import jakarta.inject.Singleton;
import java.util.Locale;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Collects the settings in effect, for the record of a measurement. */
@Singleton
final class SettingsReport {

    private final ShopSettings settings;
    private final ResetSwitch resets;
    private final DatabaseAddress address;
    private final int poolSize;
    private final int ioThreads;

    SettingsReport(
            ShopSettings settings,
            ResetSwitch resets,
            DatabaseAddress address,
            @ConfigProperty(name = "quarkus.datasource.reactive.max-size") int poolSize,
            @ConfigProperty(name = "quarkus.http.io-threads") int ioThreads) {
        this.settings = settings;
        this.resets = resets;
        this.address = address;
        this.poolSize = poolSize;
        this.ioThreads = ioThreads;
    }

    Settings now() {
        return new Settings(
                key(settings.statements()),
                key(settings.transactions()),
                resets.current().key(),
                key(settings.topology()),
                poolSize,
                ioThreads,
                address.toString());
    }

    private static String key(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The answer of {@code GET /lab/settings}. */
    @Schema(name = "LabSettings")
    public record Settings(
            @Schema(examples = "cached") String statements,
            @Schema(examples = "per-statement") String transactions,
            @Schema(examples = "none") String reset,
            @Schema(examples = "direct") String topology,
            @Schema(examples = "20") int poolSize,
            @Schema(examples = "1") int ioThreads,
            @Schema(examples = "127.0.0.1:5432/shop") String database) {}
}
