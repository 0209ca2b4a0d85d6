package dev.hansom.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The directory of one embedded server, and the removal of those whose JVM is gone.
 *
 * <p>Its owner holds a file lock inside, which the kernel drops when the owner dies, however it dies. That also works for
 * a process id that was given away again or belongs to another container. The owner's process id is in the name because a
 * JVM that opens and closes a lock file of its own would drop the lock.
 */
final class ClusterDirectory implements AutoCloseable {

    static final String PREFIX = "hansom-pg-";
    private static final String LOCK_FILE = "owner.lock";

    private final Path path;
    private final FileChannel lockChannel;

    private ClusterDirectory(Path path, FileChannel lockChannel) {
        this.path = path;
        this.lockChannel = lockChannel;
    }

    static Path parent() {
        return Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    }

    static ClusterDirectory create() throws IOException {
        // Made under another name, so that nobody sees the final one without its lock held.
        Path fresh = Files.createTempDirectory(parent(), "new-" + PREFIX);
        FileChannel channel =
                FileChannel.open(fresh.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.lock();
        String random = fresh.getFileName().toString().substring(("new-" + PREFIX).length());
        Path path = fresh.resolveSibling(
                PREFIX + ProcessHandle.current().pid() + "-" + Long.toHexString(random.hashCode() & 0xffffffffL));
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        return new ClusterDirectory(path, channel);
    }

    Path path() {
        return path;
    }

    Path data() {
        return path.resolve("data");
    }

    /** Stops the servers and deletes the directories of owners that are gone; what cannot be deleted stays. */
    static void sweep() throws IOException {
        String own = PREFIX + ProcessHandle.current().pid() + "-";
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent(), PREFIX + "*")) {
            for (Path directory : directories) {
                if (!directory.getFileName().toString().startsWith(own)) {
                    sweep(directory);
                }
            }
        }
    }

    private static void sweep(Path directory) {
        try (FileChannel channel = FileChannel.open(directory.resolve(LOCK_FILE), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                stopServer(directory.resolve("data"));
                delete(directory);
            }
        } catch (IOException e) {
            // Another user's, or just being removed by its owner: not for us to touch.
        }
    }

    /** Ends the postmaster of a data directory at once, without the checkpoint nobody needs any more. */
    static void stopServer(Path data) throws IOException {
        Optional<ProcessHandle> server = postmaster(data);
        if (server.isEmpty()) {
            return;
        }
        ProcessHandle process = server.get();
        try {
            new ProcessBuilder("sh", "-c", "kill -QUIT " + process.pid())
                    .start()
                    .waitFor();
            process.onExit().get(20, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Optional<ProcessHandle> postmaster(Path data) throws IOException {
        Path pidFile = data.resolve("postmaster.pid");
        if (!Files.exists(pidFile)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(pidFile);
        return lines.isEmpty()
                ? Optional.empty()
                : ProcessHandle.of(Long.parseLong(lines.get(0).strip())).filter(process -> serves(process, data));
    }

    private static boolean serves(ProcessHandle process, Path data) {
        return process.info()
                .arguments()
                .map(arguments -> List.of(arguments).contains(data.toString()))
                .orElse(false);
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() throws IOException {
        delete(path);
        lockChannel.close();
    }
}
