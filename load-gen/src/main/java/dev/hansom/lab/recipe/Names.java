package dev.hansom.lab.recipe;

import java.util.Locale;

/** How constants are written in recipes and reports. */
public final class Names {

    private Names() {}

    /** {@code DISCARD_ALL} as {@code discard-all}. */
    public static String kebab(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
