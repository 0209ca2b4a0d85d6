package dev.hansom.config;

import dev.hansom.pool.PoolMode;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the text of values; every method throws IllegalArgumentException that says what is wrong and what to write. */
final class SettingValues {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");
    private static final int NANO_DIGITS = 9;

    private SettingValues() {}

    static int number(String value, int min, int max) {
        if (NUMBER.matcher(value).matches()) {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return (int) number;
            }
        }
        String range = max == Integer.MAX_VALUE ? "of " + min + " or more" : "from " + min + " to " + max;
        throw new IllegalArgumentException(shown(value) + " is not a whole number " + range);
    }

    static Duration seconds(String value) {
        if (!SECONDS.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    shown(value) + " is not a number of seconds: write for instance 30 or 0.5, without a unit");
        }
        return Duration.ofNanos(
                new BigDecimal(value).movePointRight(NANO_DIGITS).longValueExact());
    }

    static Duration secondsAboveZero(String value) {
        Duration duration = seconds(value);
        if (duration.isZero()) {
            throw new IllegalArgumentException("0 leaves no time at all: write more than 0");
        }
        return duration;
    }

    static PoolMode poolMode(String value) {
        return PoolMode.ofSetting(value)
                .orElseThrow(() -> new IllegalArgumentException(
                        shown(value) + " is no pool mode: use session, transaction or statement"));
    }

    /** 0 for no, another whole number for yes. */
    static boolean flag(String value) {
        if (!NUMBER.matcher(value).matches()) {
            throw new IllegalArgumentException(shown(value) + " is neither 0 nor 1: write 0 for no, 1 for yes");
        }
        return Long.parseLong(value) != 0;
    }

    static List<String> list(String value) {
        return Arrays.stream(value.split(","))
                .map(String::trim)
                .filter(item -> !item.isEmpty())
                .distinct()
                .toList();
    }

    static Path path(String value) {
        try {
            return Path.of(value);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(shown(value) + " is not a path: " + e.getReason(), e);
        }
    }

    /** The value in quotes, or that there is none. */
    static String shown(String value) {
        return value.isEmpty() ? "an empty value" : "'" + value + "'";
    }
}
