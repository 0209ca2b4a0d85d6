package dev.hansom.lab.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A cgroup made for one group of processes. Any thread. */
public final class Cgroup implements AutoCloseable {

    private static final int DELETE_ATTEMPTS = 50;
    private static final long DELETE_PAUSE_NANOS = 20_000_000;

    private final Path directory;
    private final CgroupVersion version;

    Cgroup(Path directory, CgroupVersion version) {
        this.directory = directory;
        this.version = version;
    }

    /** Where it is. */
    public Path directory() {
        return directory;
    }

    /**
     * Moves a running process here; what it has used so far and the children it has already stay where they were, so start
     * processes with {@link #wrap} instead where you can.
     *
     * @throws IOException where the kernel does not permit it
     */
    public void add(long pid) throws IOException {
        Files.writeString(directory.resolve("cgroup.procs"), pid + "\n");
    }

    /**
     * The same command, entering this cgroup before it starts anything. Put this outermost: the user that a command changes
     * to may not be permitted to. The process id stays that of the process that is started.
     */
    public List<String> wrap(List<String> command) {
        List<String> wrapped = new ArrayList<>(
                List.of("/bin/sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", directory.resolve("cgroup.procs") + ""));
        wrapped.addAll(command);
        return wrapped;
    }

    /**
     * CPU time of all that ever ran here, in nanoseconds.
     *
     * @throws CpuReadException where it cannot be read
     */
    public long usageNanos() {
        try {
            return version.usageNanos(directory);
        } catch (IOException | NumberFormatException e) {
            throw new CpuReadException("cannot read the CPU time of " + directory + ": " + e.getMessage(), e);
        }
    }

    /**
     * Removes the cgroup; its processes must have ended. Waits up to a second for those that are just ending.
     *
     * @return false where it is still in use; a later run removes it then
     */
    public boolean delete() {
        for (int attempt = 0; attempt < DELETE_ATTEMPTS; attempt++) {
            try {
                Files.delete(directory);
                return true;
            } catch (NoSuchFileException e) {
                return true;
            } catch (IOException e) {
                LockSupport.parkNanos(DELETE_PAUSE_NANOS);
            }
        }
        return false;
    }

    /** {@link #delete}. */
    @Override
    public void close() {
        delete();
    }
}
