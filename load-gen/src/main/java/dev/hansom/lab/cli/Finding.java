package dev.hansom.lab.cli;

import java.util.Map;

/**
 * One thing {@code doctor} looked at.
 *
 * @param name what, in a word or two
 * @param level what it means for measuring
 * @param text what was found
 * @param advice what to do about it; empty where nothing needs doing
 * @param values the same for programs
 */
record Finding(String name, Level level, String text, String advice, Map<String, Object> values) {

    /** What a finding means for measuring. */
    enum Level {
        OK,
        WARN,
        FAIL
    }

    static Finding ok(String name, String text, Map<String, Object> values) {
        return new Finding(name, Level.OK, text, "", values);
    }

    static Finding warn(String name, String text, String advice, Map<String, Object> values) {
        return new Finding(name, Level.WARN, text, advice, values);
    }

    static Finding fail(String name, String text, String advice, Map<String, Object> values) {
        return new Finding(name, Level.FAIL, text, advice, values);
    }
}
