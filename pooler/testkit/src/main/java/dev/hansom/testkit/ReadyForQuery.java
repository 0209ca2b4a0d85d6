package dev.hansom.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * ReadyForQuery in its plain form and in the rich one that is proposed for PostgreSQL (setting
 * {@code ready_for_query_message}): pairs of a key and a value, each behind a length byte, follow the status.
 *
 * @param status I, T or E
 * @param pairs in the order on the wire; values as Latin-1 text, one char a byte
 */
public record ReadyForQuery(char status, Map<String, String> pairs) {

    public ReadyForQuery {
        pairs = Collections.unmodifiableMap(new LinkedHashMap<>(pairs));
    }

    public static ReadyForQuery plain(char status) {
        return new ReadyForQuery(status, Map.of());
    }

    /**
     * As versions 1 and 2 of the patch write it: {@code P} tells of two-phase transactions, the commit position is text.
     *
     * @param temporary whether the session has ever made a temporary table
     */
    public static ReadyForQuery version1(
            char status, boolean temporary, boolean holdCursors, boolean twoPhase, String lsn) {
        return flags(status, temporary, holdCursors, twoPhase).with("L", lsn);
    }

    /**
     * As version 3 writes it: {@code P} tells of prepared statements, the commit position is eight bytes.
     *
     * @param temporary whether temporary objects exist now
     */
    public static ReadyForQuery version3(
            char status, boolean temporary, boolean holdCursors, boolean preparedStatements, long lsn) {
        byte[] position =
                new WireWriter().int32((int) (lsn >>> 32)).int32((int) lsn).toByteArray();
        return flags(status, temporary, holdCursors, preparedStatements)
                .with("l", new String(position, StandardCharsets.ISO_8859_1));
    }

    private static ReadyForQuery flags(char status, boolean t, boolean h, boolean p) {
        return plain(status).with("T", bit(t)).with("H", bit(h)).with("P", bit(p));
    }

    private static String bit(boolean set) {
        return set ? "1" : "0";
    }

    /** This and one more pair at the end, as an extension might add. */
    public ReadyForQuery with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(pairs);
        more.put(key, value);
        return new ReadyForQuery(status, more);
    }

    public static ReadyForQuery read(WireMessage message) {
        if (message.type() != 'Z') {
            throw new IllegalArgumentException("Not a ReadyForQuery: " + message);
        }
        WireReader in = message.reader();
        char status = (char) in.int8();
        Map<String, String> pairs = new LinkedHashMap<>();
        while (in.remaining() > 0) {
            String key = counted(in);
            pairs.put(key, counted(in));
        }
        return new ReadyForQuery(status, pairs);
    }

    private static String counted(WireReader in) {
        return new String(in.bytes(in.int8()), StandardCharsets.ISO_8859_1);
    }

    public WireMessage message() {
        WireWriter out = new WireWriter().int8(status);
        pairs.forEach((key, value) -> {
            counted(out, key);
            counted(out, value);
        });
        return out.message('Z');
    }

    private static void counted(WireWriter out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        if (bytes.length > 255) {
            throw new IllegalArgumentException("Longer than a length byte can say: " + bytes.length);
        }
        out.int8(bytes.length).bytes(bytes);
    }
}
