package dev.hansom.auth;

import static dev.hansom.wire.ProtocolException.violation;

import dev.hansom.wire.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Walks the comma-separated attributes of one SCRAM message (RFC 5802 section 7). One byte is one char, so that what was
 * signed can be put together again whatever the encoding of a user name.
 */
final class ScramAttributes {

    private final String text;
    private int at;

    ScramAttributes(byte[] message) throws ProtocolException {
        text = new String(message, StandardCharsets.ISO_8859_1);
        if (text.isEmpty()) {
            throw violation("malformed SCRAM message: the message is empty");
        }
        if (text.indexOf('\0') >= 0) {
            throw violation("malformed SCRAM message: message length does not match input length");
        }
    }

    /** The next char, or 0 at the end. */
    char next() {
        return at < text.length() ? text.charAt(at++) : 0;
    }

    void expect(char expected) throws ProtocolException {
        if (next() != expected) {
            throw violation("malformed SCRAM message: '" + expected + "' expected");
        }
    }

    boolean startsWith(String prefix) {
        return text.startsWith(prefix, at);
    }

    /** The value of the attribute that must come next; stops after its comma. */
    String value(char name) throws ProtocolException {
        if (!startsWith(name + "=")) {
            throw violation("malformed SCRAM message: attribute '" + name + "' expected");
        }
        int from = at + 2;
        int comma = text.indexOf(',', from);
        int to = comma < 0 ? text.length() : comma;
        at = comma < 0 ? to : comma + 1;
        return text.substring(from, to);
    }

    byte[] base64(char name, int length) throws ProtocolException {
        try {
            byte[] decoded = Base64.getDecoder().decode(value(name));
            if (decoded.length == length) {
                return decoded;
            }
        } catch (IllegalArgumentException notBase64) {
            // refused below, as a wrong length is
        }
        throw violation("malformed SCRAM message: attribute '" + name + "' is malformed");
    }

    /** Skips what is left, which must be attributes. */
    void skipExtensions() throws ProtocolException {
        while (at < text.length()) {
            skipAttribute();
        }
    }

    void skipExtensionsBefore(char name) throws ProtocolException {
        while (at < text.length() && !startsWith(name + "=")) {
            skipAttribute();
        }
    }

    void end() throws ProtocolException {
        if (at != text.length()) {
            throw violation("malformed SCRAM message: garbage found at the end of client-final-message");
        }
    }

    String rest() {
        return text.substring(at);
    }

    /** What has been read, without the comma it ended with. */
    String consumed() {
        return text.substring(0, Math.max(at - 1, 0));
    }

    String consumedWithSeparator() {
        return text.substring(0, at);
    }

    private void skipAttribute() throws ProtocolException {
        char name = text.charAt(at);
        if (!((name >= 'a' && name <= 'z') || (name >= 'A' && name <= 'Z'))) {
            throw violation("malformed SCRAM message: attribute expected");
        }
        value(name);
    }
}
