package dev.hansom.lab.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Numeric user ids, as files show them. */
final class Uids {

    private Uids() {}

    /** This process's effective user id: that of a file it makes. */
    static int ours() {
        try {
            Path probe = Files.createTempFile("hansom-uid", null);
            try {
                return owner(probe);
            } finally {
                Files.delete(probe);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int owner(Path file) {
        try {
            return (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives a file or directory, not what is in it, to another user; needs root. */
    static void chown(Path file, int uid, int gid) throws IOException {
        Files.setAttribute(file, "unix:uid", uid);
        Files.setAttribute(file, "unix:gid", gid);
    }
}
