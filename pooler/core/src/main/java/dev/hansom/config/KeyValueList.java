package dev.hansom.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** The value of an entry of {@code [databases]}: {@code key=value key='quoted ''value''' ...}. */
final class KeyValueList {

    private final String text;
    private int at;

    private KeyValueList(String text) {
        this.text = text;
    }

    /**
     * The pairs in their order, the last of two values of a key.
     *
     * @throws IllegalArgumentException saying what is malformed
     */
    static Map<String, String> parse(String text) {
        return new KeyValueList(text).pairs();
    }

    private Map<String, String> pairs() {
        Map<String, String> pairs = new LinkedHashMap<>();
        skipBlanks();
        while (at < text.length()) {
            int from = at;
            while (at < text.length() && text.charAt(at) != '=' && !Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            String key = text.substring(from, at);
            skipBlanks();
            if (at >= text.length() || text.charAt(at) != '=' || key.isEmpty()) {
                throw new IllegalArgumentException(
                        "key=value expected " + where(from) + ": put a value with blanks in 'quotes'");
            }
            at++;
            skipBlanks();
            pairs.put(key, at < text.length() && text.charAt(at) == '\'' ? quoted() : word());
            skipBlanks();
        }
        return pairs;
    }

    private String word() {
        int from = at;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        int from = at;
        at++;
        while (at < text.length()) {
            char next = text.charAt(at++);
            if (next != '\'') {
                value.append(next);
            } else if (at < text.length() && text.charAt(at) == '\'') {
                value.append('\'');
                at++;
            } else {
                return value.toString();
            }
        }
        throw new IllegalArgumentException("the quote that opens " + where(from) + " is not closed: add a '");
    }

    /** A place in the value; never the text there, which may be a password. */
    private static String where(int index) {
        return "at character " + (index + 1) + " of the value";
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
