package dev.hansom.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedBinariesTest {

    @TempDir
    Path directory;

    private Path unpacked;
    private Path lock;
    private Path link;

    @BeforeEach
    void unpackHalf() throws IOException {
        unpacked = Files.createDirectories(directory.resolve("PG-0123/lib")).getParent();
        lock = Files.createFile(unpacked.resolve("epg-lock"));
        Files.createFile(unpacked.resolve("lib/libpq.so.5.18"));
        link = Files.createSymbolicLink(unpacked.resolve("lib/libpq.so"), Path.of("libpq.so.5.18"));
    }

    @Test
    void halfIsRemovedButNotTheLockThatOthersMayWaitFor() throws IOException {
        UnpackedBinaries.removeHalves(directory);
        assertThat(unpacked).isDirectoryNotContaining("glob:**/lib");
        assertThat(lock).exists();
    }

    @Test
    void wholeStays() throws IOException {
        Files.createFile(unpacked.resolve(".exists"));
        UnpackedBinaries.removeHalves(directory);
        assertThat(link).isSymbolicLink();
    }

    @Test
    void whatIsBeingUnpackedStays() throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            assertThat(held.isValid()).isTrue();
            UnpackedBinaries.removeHalves(directory);
        }
        assertThat(link).isSymbolicLink();
    }

    @Test
    void noDirectoryIsNoMistake() throws IOException {
        UnpackedBinaries.removeHalves(directory.resolve("none"));
    }
}
