package dev.hansom.testkit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of an ErrorResponse or NoticeResponse by their one-letter code (PostgreSQL documentation, section 54.8).
 */
public record ErrorFields(Map<Character, String> fields) {

    public ErrorFields {
        fields = Map.copyOf(fields);
    }

    public static ErrorFields read(WireMessage message) {
        if (message.type() != 'E' && message.type() != 'N') {
            throw new IllegalArgumentException("Neither an ErrorResponse nor a NoticeResponse: " + message);
        }
        Map<Character, String> fields = new LinkedHashMap<>();
        WireReader in = message.reader();
        for (int code = in.int8(); code != 0; code = in.int8()) {
            fields.put((char) code, in.string());
        }
        return new ErrorFields(fields);
    }

    /** The field with this code, empty if the message has none. */
    public String field(char code) {
        return fields.getOrDefault(code, "");
    }

    /** Never translated where the server sends V, as all do since 9.6. */
    public String severity() {
        return fields.getOrDefault('V', field('S'));
    }

    public String sqlState() {
        return field('C');
    }

    public String message() {
        return field('M');
    }

    public String detail() {
        return field('D');
    }

    public String hint() {
        return field('H');
    }

    @Override
    public String toString() {
        return severity() + " " + sqlState() + ": " + message()
                + (detail().isEmpty() ? "" : " (" + detail() + ")")
                + (hint().isEmpty() ? "" : " Hint: " + hint());
    }
}
