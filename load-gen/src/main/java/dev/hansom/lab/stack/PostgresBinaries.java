package dev.hansom.lab.stack;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.jspecify.annotations.Nullable;

/** Unpacks the PostgreSQL that is on the class path. */
final class PostgresBinaries {

    private PostgresBinaries() {}

    /** Unpacks into a directory, readable for every user; programs are then in {@code bin}. */
    static void unpack(Path target) throws IOException {
        String system =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac")
                        ? "Darwin"
                        : System.getProperty("os.name", "");
        // The archives are named as uname -m names the machine.
        String arch = System.getProperty("os.arch", "").equals("amd64") ? "x86_64" : System.getProperty("os.arch", "");
        try (InputStream packed = open(system, arch)) {
            if (packed == null) {
                throw new StackException("there are no PostgreSQL binaries for " + system + " on " + arch
                        + " on the class path: use --postgres-url to name a server that runs");
            }
            unpack(packed, target);
        }
    }

    private static @Nullable InputStream open(String system, String arch) throws IOException {
        return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, arch);
    }

    private static void unpack(InputStream packed, Path target) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(packed)))) {
            Files.createDirectories(target);
            TarArchiveEntry entry = tar.getNextEntry();
            while (entry != null) {
                Path file = target.resolve(entry.getName()).normalize();
                if (!file.startsWith(target)) {
                    throw new IOException("entry outside the archive: " + entry.getName());
                }
                write(tar, entry, file);
                entry = tar.getNextEntry();
            }
        }
        makeReadable(target);
    }

    private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path file) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(file);
            makeReadable(file);
            return;
        }
        Path parent = file.getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            Files.createDirectories(parent);
            makeReadable(parent);
        }
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, file);
        Set<PosixFilePermission> mode = EnumSet.of(
                PosixFilePermission.OWNER_READ, PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
        if ((entry.getMode() & 0100) != 0) {
            mode.add(PosixFilePermission.OWNER_EXECUTE);
            mode.add(PosixFilePermission.GROUP_EXECUTE);
            mode.add(PosixFilePermission.OTHERS_EXECUTE);
        }
        Files.setPosixFilePermissions(file, mode);
    }

    /** The umask of whoever starts the lab may be narrow, and PostgreSQL may run as another user. */
    private static void makeReadable(Path directory) throws IOException {
        Set<PosixFilePermission> mode = EnumSet.allOf(PosixFilePermission.class);
        mode.remove(PosixFilePermission.GROUP_WRITE);
        mode.remove(PosixFilePermission.OTHERS_WRITE);
        Files.setPosixFilePermissions(directory, mode);
    }
}
