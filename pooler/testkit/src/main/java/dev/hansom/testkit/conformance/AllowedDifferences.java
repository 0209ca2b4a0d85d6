package dev.hansom.testkit.conformance;

import dev.hansom.testkit.ErrorFields;
import dev.hansom.testkit.WireMessage;
import dev.hansom.testkit.WireReader;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A message from a server as text, without what may differ between one server and another, or between one play and the
 * next. All that is left out is left out here:
 *
 * <ul>
 *   <li>BackendKeyData: process id and secret, but not their length
 *   <li>NotificationResponse: the process id
 *   <li>ErrorResponse and NoticeResponse: file, line and routine (F, L, R)
 *   <li>RowDescription: the object id of a table that is made anew for each play
 *   <li>the order of the ParameterStatus messages of a login
 * </ul>
 */
final class AllowedDifferences {

    private static final int TABLE_OID_AND_COLUMN = 6;
    private static final int REST_OF_COLUMN = 12;

    private AllowedDifferences() {}

    static String text(WireMessage message) {
        return switch (message.type()) {
            case 'K' -> "K(" + message.body().length + ")";
            case 'A' -> "A" + new WireMessage('A', rest(message, Integer.BYTES));
            case 'E', 'N' -> message.type() + " " + fields(message);
            case 'T' -> "T " + columns(message);
            default -> message.toString();
        };
    }

    /** The answers to a start-up packet. */
    static List<String> login(List<WireMessage> messages) {
        List<String> parameters = messages.stream()
                .filter(message -> message.type() == 'S')
                .map(AllowedDifferences::text)
                .sorted()
                .toList();
        List<String> others = messages.stream()
                .filter(message -> message.type() != 'S')
                .map(AllowedDifferences::text)
                .toList();
        return Stream.concat(others.stream(), parameters.stream()).toList();
    }

    private static byte[] rest(WireMessage message, int from) {
        return Arrays.copyOfRange(message.body(), from, message.body().length);
    }

    private static Map<Character, String> fields(WireMessage message) {
        Map<Character, String> fields = new TreeMap<>(ErrorFields.read(message).fields());
        fields.keySet().removeAll(List.of('F', 'L', 'R'));
        return fields;
    }

    private static String columns(WireMessage message) {
        WireReader in = message.reader();
        int count = in.int16();
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    String name = in.string();
                    in.bytes(TABLE_OID_AND_COLUMN);
                    return name + " " + HexFormat.of().formatHex(in.bytes(REST_OF_COLUMN));
                })
                .collect(Collectors.joining(", "));
    }
}
