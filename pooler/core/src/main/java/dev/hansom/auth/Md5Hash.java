package dev.hansom.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** PostgreSQL's md5 passwords (PostgreSQL documentation, "AuthenticationMD5Password"). */
final class Md5Hash {

    private Md5Hash() {}

    /** The stored hash, 32 hexadecimal digits: md5 of password and user name. */
    static String stored(String password, String user) {
        return hex((password + user).getBytes(StandardCharsets.UTF_8), new byte[0]);
    }

    /** What a client answers: {@code md5} and the hash of the stored hash and the salt. */
    static String response(String stored, byte[] salt) {
        return "md5" + hex(stored.getBytes(StandardCharsets.US_ASCII), salt);
    }

    private static String hex(byte[] first, byte[] second) {
        try {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            md5.update(first);
            md5.update(second);
            return HexFormat.of().formatHex(md5.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM offers no MD5: use auth_type = scram-sha-256", e);
        }
    }
}
