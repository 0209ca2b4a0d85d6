package dev.hansom.auth;

import java.util.Arrays;

/** A stored secret, in one of the three forms {@code auth_file} and {@code pg_authid.rolpassword} know. */
public sealed interface Secret {

    /** A password as the user types it. */
    record Plain(String password) implements Secret {

        @Override
        public String toString() {
            return "Plain";
        }
    }

    /**
     * {@code md5} and the hash of password and user name.
     *
     * @param hex 32 hexadecimal digits in lower case
     */
    record Md5(String hex) implements Secret {

        @Override
        public String toString() {
            return "Md5";
        }
    }

    /**
     * A SCRAM-SHA-256 verifier (RFC 5802 section 3, RFC 7677).
     *
     * @param iterations of PBKDF2
     * @param salt of PBKDF2
     * @param storedKey 32 bytes
     * @param serverKey 32 bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by content below, and never changed
    record Scram(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) implements Secret {

        @Override
        public boolean equals(Object other) {
            return other instanceof Scram that
                    && iterations == that.iterations
                    && Arrays.equals(salt, that.salt)
                    && Arrays.equals(storedKey, that.storedKey)
                    && Arrays.equals(serverKey, that.serverKey);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(storedKey);
        }

        @Override
        public String toString() {
            return "Scram";
        }
    }

    /**
     * Tells the forms apart as PostgreSQL's get_password_type (src/backend/libpq/crypt.c) does: what does not parse as a
     * hash is a plain password, however much it looks like one.
     */
    static Secret parse(String text) {
        return SecretSyntax.read(text);
    }
}
