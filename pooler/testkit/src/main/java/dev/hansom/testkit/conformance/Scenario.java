package dev.hansom.testkit.conformance;

import dev.hansom.testkit.FrontendMessages;
import dev.hansom.testkit.WireMessage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One conversation of one or two clients with a server, as text.
 *
 * <pre>
 * == name                     begins a scenario
 * setup SQL                   run by somebody else before, and at once
 * teardown SQL                the same, afterwards
 * a:  b:                      the following lines are this client's; the first is a, and comes at its first line
 * login NAME=VALUE ...        its start-up parameters, where it needs some; the answers are recorded
 * Q SQL                       a message to be sent; also P NAME SQL, B PORTAL NAME [VALUE ...], DS NAME, DP PORTAL,
 *                             E PORTAL [ROWS], CS NAME, CP PORTAL, S, H, d TEXT, c, f REASON, X, hex BYTES
 * ready [COUNT]               sends what has gathered, in one write, and records up to the COUNTth ReadyForQuery
 * read COUNT                  sends, and records so many messages
 * end                         sends, and records up to the end of the connection
 * send                        sends, and records nothing yet
 * </pre>
 *
 * <p>A dash is the unnamed statement or portal; values are separated by single blanks, with {@code NULL} for null and
 * {@code \s} for a blank; {@code \n} in TEXT is a line feed. A line that begins with # is a comment.
 */
public record Scenario(String name, List<Line> lines) {

    public Scenario {
        lines = List.copyOf(lines);
    }

    /**
     * A line in two parts.
     *
     * @param rest what follows the first blank, empty for nothing
     */
    public record Line(String word, String rest) {

        static Line of(String text) {
            int blank = text.indexOf(' ');
            return blank < 0 ? new Line(text, "") : new Line(text.substring(0, blank), text.substring(blank + 1));
        }

        /** The message this line means, or null where it is about something else. */
        @Nullable WireMessage message() {
            return switch (word) {
                case "Q" -> FrontendMessages.query(rest);
                case "P" ->
                    FrontendMessages.parse(name(0), rest.substring(Math.min(rest.length(), word(0).length() + 1)));
                case "B" -> FrontendMessages.bind(name(0), name(1), values());
                case "DS" -> FrontendMessages.describeStatement(name(0));
                case "DP" -> FrontendMessages.describePortal(name(0));
                case "E" -> FrontendMessages.execute(name(0), word(1).isEmpty() ? 0 : Integer.parseInt(word(1)));
                case "CS" -> FrontendMessages.closeStatement(name(0));
                case "CP" -> FrontendMessages.closePortal(name(0));
                case "S" -> FrontendMessages.sync();
                case "H" -> FrontendMessages.flush();
                case "d" -> FrontendMessages.copyData(rest.replace("\\n", "\n").getBytes(StandardCharsets.UTF_8));
                case "c" -> FrontendMessages.copyDone();
                case "f" -> FrontendMessages.copyFail(rest);
                case "X" -> FrontendMessages.terminate();
                default -> null;
            };
        }

        byte[] bytes() {
            return HexFormat.of().parseHex(rest.replace(" ", ""));
        }

        int count() {
            return rest.isEmpty() ? 1 : Integer.parseInt(rest);
        }

        String[] words() {
            return rest.isEmpty() ? new String[0] : rest.split(" ", -1);
        }

        private String word(int index) {
            String[] words = words();
            return index < words.length ? words[index] : "";
        }

        private String name(int index) {
            String word = word(index);
            return word.equals("-") ? "" : word;
        }

        private @Nullable String[] values() {
            return Arrays.stream(words())
                    .skip(2)
                    .map(value -> value.equals("NULL") ? null : value.replace("\\s", " "))
                    .toArray(String[]::new);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
