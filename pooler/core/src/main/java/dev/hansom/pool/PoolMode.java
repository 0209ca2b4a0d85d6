package dev.hansom.pool;

import java.util.Locale;
import java.util.Optional;

/** When a client gives its server connection back: the setting {@code pool_mode}. */
public enum PoolMode {
    /** When the client leaves. */
    SESSION,
    /** At the end of each transaction. */
    TRANSACTION,
    /** At the end of each query; transactions of several queries are refused. */
    STATEMENT;

    /** The value as configured. */
    public String settingValue() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The mode a configured value names, or empty where it names none. */
    public static Optional<PoolMode> ofSetting(String value) {
        for (PoolMode mode : values()) {
            if (mode.settingValue().equals(value)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }
}
