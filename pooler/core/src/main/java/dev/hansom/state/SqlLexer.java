package dev.hansom.state;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Takes SQL text apart into tokens as PostgreSQL's own lexer does ("Lexical Structure" in its documentation), as far as
 * that decides where strings, names and comments begin and end. Reads bytes, allocates nothing, and never goes beyond its
 * range: a text that is broken off in a string or a comment ends with {@link Token#BROKEN}, as the server will say too.
 * For one thread.
 */
public final class SqlLexer {

    /** What a token is. */
    public enum Token {
        /** A key word or a name without quotes. */
        WORD,
        /** A name in double quotes. */
        QUOTED_NAME,
        /** A string of any form. */
        STRING,
        NUMBER,
        /** {@code $1} and the like. */
        PARAMETER,
        /** One character of punctuation or of an operator. */
        SYMBOL,
        /** A string, a name or a comment that does not end. */
        BROKEN,
        END
    }

    private final byte[] text;
    private final int limit;
    private final boolean backslashes;
    private final ClientEncoding encoding;
    private int at;
    private int from;
    private Token token = Token.END;

    /**
     * A lexer before the first token of a text.
     *
     * @param text bytes in {@code encoding}
     * @param from index of the first byte
     * @param to index behind the last, the NUL of a message not included
     * @param backslashes true where {@code standard_conforming_strings} is off
     */
    public SqlLexer(byte[] text, int from, int to, boolean backslashes, ClientEncoding encoding) {
        this.text = text;
        this.at = from;
        this.from = from;
        this.limit = to;
        this.backslashes = backslashes;
        this.encoding = encoding;
    }

    /** Goes on to the next token. */
    public Token next() {
        token = scan();
        return token;
    }

    /** The token that {@link #next} has found. */
    public Token token() {
        return token;
    }

    /** Index of the token's first byte. */
    public int from() {
        return from;
    }

    /** Index behind the token's last byte. */
    public int to() {
        return at;
    }

    /** True where the token is this character. */
    public boolean isSymbol(char symbol) {
        return token == Token.SYMBOL && text[from] == symbol;
    }

    /** True where the token is this key word in any case; {@code word} is in lower case. */
    public boolean isWord(String word) {
        if (token != Token.WORD || at - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (lower(text[from + i]) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The name that the token is, as PostgreSQL keeps it: folded where it has no quotes. Bytes that are not ASCII are kept
     * as they are, one character each; names of more than 63 bytes are cut where the server cuts them.
     */
    public String name() {
        String found = new String(text, from, at - from, StandardCharsets.ISO_8859_1);
        if (token == Token.QUOTED_NAME) {
            found = found.substring(1, found.length() - 1).replace("\"\"", "\"");
        } else {
            found = asciiLower(found);
        }
        return found.length() > 63 ? found.substring(0, 63) : found;
    }

    private static String asciiLower(String word) {
        return word.chars().allMatch(c -> c < 128) ? word.toLowerCase(Locale.ROOT) : foldAscii(word);
    }

    private static String foldAscii(String word) {
        StringBuilder folded = new StringBuilder(word.length());
        for (int i = 0; i < word.length(); i++) {
            folded.append((char) lower((byte) word.charAt(i)));
        }
        return folded.toString();
    }

    private static int lower(byte character) {
        return character >= 'A' && character <= 'Z' ? character + 32 : character & 0xff;
    }

    private Token scan() {
        if (!skipBlanks()) {
            from = at;
            at = limit;
            return Token.BROKEN;
        }
        from = at;
        if (at >= limit) {
            return Token.END;
        }
        byte first = text[at];
        if (first == '\'') {
            return string(backslashes);
        }
        if (first == '"') {
            return quotedName();
        }
        if (first == '$') {
            return dollar();
        }
        if (isDigit(first) || (first == '.' && at + 1 < limit && isDigit(text[at + 1]))) {
            return number();
        }
        if (startsName(first)) {
            return word();
        }
        at++;
        return Token.SYMBOL;
    }

    /** False where a comment does not end. */
    private boolean skipBlanks() {
        while (at < limit) {
            byte c = text[at];
            if (c == ' ' || (c >= '\t' && c <= '\r')) {
                at++;
            } else if (c == '-' && peek(1) == '-') {
                while (at < limit && text[at] != '\n' && text[at] != '\r') {
                    at += encoding.width(text, at, limit);
                }
            } else if (c == '/' && peek(1) == '*') {
                if (!skipComment()) {
                    return false;
                }
            } else {
                return true;
            }
        }
        at = limit;
        return true;
    }

    private boolean skipComment() {
        int depth = 0;
        while (at < limit) {
            if (text[at] == '/' && peek(1) == '*') {
                depth++;
                at += 2;
            } else if (text[at] == '*' && peek(1) == '/') {
                depth--;
                at += 2;
                if (depth == 0) {
                    return true;
                }
            } else {
                at += encoding.width(text, at, limit);
            }
        }
        return false;
    }

    private Token word() {
        byte first = text[at];
        byte second = peek(1);
        if (second == '\'') {
            switch (first) {
                case 'e', 'E' -> {
                    at++;
                    return string(true);
                }
                case 'b', 'B', 'x', 'X' -> {
                    at++;
                    return string(false);
                }
                case 'n', 'N' -> {
                    at++;
                    return string(backslashes);
                }
                default -> {
                    // A word next to a string.
                }
            }
        }
        if ((first == 'u' || first == 'U') && second == '&' && (peek(2) == '\'' || peek(2) == '"')) {
            at += 2;
            return text[at] == '"' ? quotedName() : string(false);
        }
        while (at < limit && (startsName(text[at]) || isDigit(text[at]) || text[at] == '$')) {
            at += encoding.width(text, at, limit);
        }
        at = Math.min(at, limit);
        return Token.WORD;
    }

    /** A string from its first quote, with those that follow on other lines and belong to it. */
    private Token string(boolean escapes) {
        while (true) {
            if (!skipQuoted('\'', escapes)) {
                return Token.BROKEN;
            }
            int end = at;
            boolean newLine = false;
            while (at < limit && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'))) {
                newLine |= text[at] == '\n' || text[at] == '\r';
                at++;
            }
            if (!newLine || at >= limit || text[at] != '\'') {
                at = end;
                return Token.STRING;
            }
        }
    }

    private Token quotedName() {
        return skipQuoted('"', false) ? Token.QUOTED_NAME : Token.BROKEN;
    }

    /** Goes behind the quote that ends what begins here; a doubled one does not. */
    private boolean skipQuoted(char quote, boolean escapes) {
        at++;
        while (at < limit) {
            byte c = text[at];
            if (c == quote) {
                at++;
                if (at >= limit || text[at] != quote) {
                    return true;
                }
                at++;
            } else if (c == '\\' && escapes) {
                at++;
                at += at < limit ? encoding.width(text, at, limit) : 0;
            } else {
                at += encoding.width(text, at, limit);
            }
        }
        at = limit;
        return false;
    }

    private Token dollar() {
        int tagEnd = at + 1;
        if (tagEnd < limit && isDigit(text[tagEnd])) {
            at = tagEnd;
            while (at < limit && isDigit(text[at])) {
                at++;
            }
            return Token.PARAMETER;
        }
        while (tagEnd < limit && (startsName(text[tagEnd]) || isDigit(text[tagEnd]))) {
            tagEnd += encoding.width(text, tagEnd, limit);
        }
        if (tagEnd >= limit || text[tagEnd] != '$') {
            at++;
            return Token.SYMBOL;
        }
        int tag = at;
        int length = tagEnd + 1 - at;
        at = tagEnd + 1;
        while (at < limit) {
            if (text[at] == '$' && at + length <= limit && sameTag(tag, at, length)) {
                at += length;
                return Token.STRING;
            }
            at += encoding.width(text, at, limit);
        }
        at = limit;
        return Token.BROKEN;
    }

    private boolean sameTag(int one, int other, int length) {
        for (int i = 0; i < length; i++) {
            if (text[one + i] != text[other + i]) {
                return false;
            }
        }
        return true;
    }

    private Token number() {
        while (at < limit && (isDigit(text[at]) || text[at] == '.' || text[at] == '_' || startsName(text[at]))) {
            boolean exponent = (text[at] == 'e' || text[at] == 'E') && (peek(1) == '+' || peek(1) == '-');
            at += exponent && at + 2 < limit && isDigit(text[at + 2]) ? 2 : 1;
        }
        return Token.NUMBER;
    }

    private byte peek(int distance) {
        return at + distance < limit ? text[at + distance] : 0;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private static boolean startsName(byte c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c < 0;
    }
}
