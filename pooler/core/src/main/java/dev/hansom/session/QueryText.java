package dev.hansom.session;

import dev.hansom.state.ClientEncoding;
import dev.hansom.state.ParameterSet;
import dev.hansom.state.PreparedCommands;
import dev.hansom.state.SqlLexer;
import dev.hansom.wire.FrameScanner;
import io.netty.buffer.ByteBuf;

/** What the text of a simple Query says about prepared statements. */
final class QueryText {

    private QueryText() {}

    /**
     * The commands in a Query from its type byte at {@code at} to {@code end}.
     *
     * @param settings which the text is read by
     * @return none of a Query that has come in part
     */
    static PreparedCommands commands(ByteBuf source, int at, int end, ParameterSet settings) {
        int from = at + 5;
        int to = end - 1;
        if (!FrameScanner.isComplete(source, at, end)
                || source.getByte(to) != 0
                || !(mayBegin(source, from, to) || hasSeveral(source, from, to))) {
            return PreparedCommands.NONE;
        }
        byte[] text = new byte[to - from];
        source.getBytes(from, text);
        boolean backslashes = "off".equals(settings.value("standard_conforming_strings"));
        String encoding = settings.value("client_encoding");
        ClientEncoding read = encoding == null ? ClientEncoding.PLAIN : ClientEncoding.of(encoding);
        return PreparedCommands.of(text, new SqlLexer(text, 0, text.length, backslashes, read));
    }

    /** False where the first word is none of PREPARE, DEALLOCATE and DISCARD, as in all that is to be fast. */
    private static boolean mayBegin(ByteBuf source, int from, int to) {
        int at = from;
        while (at < to && source.getByte(at) <= ' ') {
            at++;
        }
        if (to - at < 3) {
            return false;
        }
        int first = source.getByte(at) | 0x20;
        int second = source.getByte(at + 1) | 0x20;
        int third = source.getByte(at + 2) | 0x20;
        return switch (first) {
            case 'd' -> (second == 'e' && third == 'a') || (second == 'i' && third == 's');
            case 'p' -> second == 'r' && third == 'e';
            default -> source.getByte(at) == '/' || source.getByte(at) == '-';
        };
    }

    /** True where something follows a semicolon: another statement, unless it stands in a string. */
    private static boolean hasSeveral(ByteBuf source, int from, int to) {
        int semicolon = source.indexOf(from, to, (byte) ';');
        if (semicolon < 0) {
            return false;
        }
        for (int at = semicolon + 1; at < to; at++) {
            if (source.getByte(at) > ' ' || source.getByte(at) < 0) {
                return true;
            }
        }
        return false;
    }
}
