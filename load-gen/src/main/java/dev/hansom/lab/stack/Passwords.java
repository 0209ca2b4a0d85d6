package dev.hansom.lab.stack;

import java.security.SecureRandom;

/** Passwords of a lab's own users: others on the machine can reach its ports. */
final class Passwords {

    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    private static final SecureRandom RANDOM = new SecureRandom();

    private Passwords() {}

    /** Letters and digits only, so that it needs no quoting in SQL, in a URL or in an ini file. */
    static String random() {
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < 24; i++) {
            password.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return password.toString();
    }
}
