package dev.hansom.auth;

import dev.hansom.auth.Secret.Md5;
import dev.hansom.auth.Secret.Plain;
import dev.hansom.auth.Secret.Scram;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the hashed forms of a secret are written. */
final class SecretSyntax {

    private static final int KEY_BYTES = 32;
    private static final Pattern MD5 = Pattern.compile("md5([0-9a-f]{32})");
    private static final Pattern SCRAM = Pattern.compile("SCRAM-SHA-256\\$([0-9]{1,9}):([^$:]+)\\$([^$:]+):([^$:]+)");

    private SecretSyntax() {}

    static Secret read(String text) {
        Matcher md5 = MD5.matcher(text);
        if (md5.matches()) {
            return new Md5(md5.group(1));
        }
        Matcher scram = SCRAM.matcher(text);
        return scram.matches() ? scramOrPlain(scram, text) : new Plain(text);
    }

    private static Secret scramOrPlain(Matcher matcher, String text) {
        try {
            int iterations = Integer.parseInt(matcher.group(1));
            byte[] salt = Base64.getDecoder().decode(matcher.group(2));
            byte[] storedKey = Base64.getDecoder().decode(matcher.group(3));
            byte[] serverKey = Base64.getDecoder().decode(matcher.group(4));
            boolean usable = iterations > 0 && storedKey.length == KEY_BYTES && serverKey.length == KEY_BYTES;
            return usable ? new Scram(iterations, salt, storedKey, serverKey) : new Plain(text);
        } catch (IllegalArgumentException notBase64) {
            return new Plain(text);
        }
    }
}
