package dev.hansom.shop.orders;

import dev.hansom.shop.problem.ProblemException;

/** Ids in paths: read here rather than by JAX-RS, which would call a malformed one not found. */
final class PathId {

    private PathId() {}

    static long parse(String what, String text) {
        try {
            long id = Long.parseLong(text);
            if (id > 0) {
                return id;
            }
        } catch (NumberFormatException e) {
            // Said below, like a number below 1.
        }
        throw ProblemException.badRequest("the " + what + " id must be a whole number from 1, not \"" + text + "\"");
    }
}
