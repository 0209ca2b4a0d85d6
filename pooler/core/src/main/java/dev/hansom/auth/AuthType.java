package dev.hansom.auth;

import java.util.Locale;
import java.util.Optional;

/** How a client proves who it is: the values of {@code auth_type} that have a meaning so far. */
public enum AuthType {
    TRUST,
    MD5,
    SCRAM_SHA_256;

    /** The value as it stands in a configuration file, for instance {@code scram-sha-256}. */
    public String settingValue() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The type a configuration file names, or empty where there is none of that name. */
    public static Optional<AuthType> ofSetting(String value) {
        for (AuthType type : values()) {
            if (type.settingValue().equals(value)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
