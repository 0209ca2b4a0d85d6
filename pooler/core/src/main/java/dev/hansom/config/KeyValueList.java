package dev.hansom.config;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The value of an entry of {@code [databases]}: {@code key=value key='quoted ''value''' ...}. */
final class KeyValueList {

    private final String text;
    private int at;

    private KeyValueList(String text) {
        this.text = text;
    }

    /**
     * The pairs in their order, keys in lower case.
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
            String key = text.substring(from, at).toLowerCase(Locale.ROOT);
            skipBlanks();
            if (at >= text.length() || text.charAt(at) != '=' || key.isEmpty()) {
                throw new IllegalArgumentException("expected key=value at: " + text.substring(from));
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
        throw new IllegalArgumentException("no closing quote after: " + text.substring(from));
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
