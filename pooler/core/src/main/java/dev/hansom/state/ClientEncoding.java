package dev.hansom.state;

import java.util.Locale;

/**
 * How far the bytes of a client encoding may be read as ASCII. In most, every byte below 128 is the ASCII character; in some
 * that PostgreSQL takes from clients only, such a byte may be the end of a longer character, a quote or backslash by its
 * looks. Lengths: PostgreSQL's documentation, "Character Set Support", and the encodings themselves.
 */
public enum ClientEncoding {
    /** UTF-8, LATIN1, EUC and all others in which ASCII is ASCII. */
    PLAIN,
    /** BIG5, GBK, UHC, JOHAB: a byte of 128 or more begins a character of two. */
    PAIRS,
    /** Shift JIS: as {@link #PAIRS}, but the half-width katakana (A1 to DF) stand alone. */
    SHIFT_JIS,
    /** GB18030: two bytes, or four where the second is a digit. */
    GB18030;

    /** By the value of {@code client_encoding} as the server reports it. */
    public static ClientEncoding of(String reported) {
        return switch (reported.toUpperCase(Locale.ROOT)) {
            case "BIG5", "GBK", "UHC", "JOHAB" -> PAIRS;
            case "SJIS", "SHIFT_JIS_2004" -> SHIFT_JIS;
            case "GB18030" -> GB18030;
            default -> PLAIN;
        };
    }

    /** Bytes of the character at an index; never beyond the limit. */
    int width(byte[] text, int at, int limit) {
        int first = text[at] & 0xff;
        if (this == PLAIN || first < 0x80) {
            return 1;
        }
        int width = switch (this) {
            case SHIFT_JIS -> first >= 0xa1 && first <= 0xdf ? 1 : 2;
            case GB18030 -> at + 1 < limit && text[at + 1] >= '0' && text[at + 1] <= '9' ? 4 : 2;
            default -> 2;
        };
        return Math.min(width, limit - at);
    }
}
