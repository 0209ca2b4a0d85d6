package dev.hansom.lab.cpu;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes cgroups below this process's own, where that is permitted. Their names hold this process's id, so that a later run
 * removes those of a run that was killed. Any thread.
 */
public final class Cgroups {

    private static final String PREFIX = "hansom-lab-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-.*");

    /** Of the whole process: two labs in one must not share a cgroup, as one kills what is in its own. */
    private static final AtomicInteger MADE = new AtomicInteger();

    private final CgroupMounts.@Nullable Place place;
    private final String description;

    private Cgroups(CgroupMounts.@Nullable Place place, String description) {
        this.place = place;
        this.description = description;
    }

    /** Finds out what is permitted, by making a cgroup and starting a process in it, and removes stale cgroups. */
    public static Cgroups detect() {
        ProcFs proc = ProcFs.system();
        Optional<String> mounts = proc.read("self/mountinfo");
        Optional<String> membership = proc.read("self/cgroup");
        if (mounts.isEmpty() || membership.isEmpty()) {
            return new Cgroups(null, "this system has no cgroups");
        }
        List<String> reasons = new ArrayList<>();
        for (CgroupMounts.Place place : CgroupMounts.find(mounts.get(), membership.get())) {
            Optional<String> reason = refusal(place);
            if (reason.isEmpty()) {
                removeStale(place.directory());
                return new Cgroups(
                        place,
                        (place.version() == CgroupVersion.V2 ? "v2" : "v1 cpuacct") + " in " + place.directory());
            }
            reasons.add(reason.get());
        }
        return new Cgroups(null, reasons.isEmpty() ? "no cgroup file system is mounted" : String.join("; ", reasons));
    }

    private static Optional<String> refusal(CgroupMounts.Place place) {
        Path directory =
                place.directory().resolve(PREFIX + ProcessHandle.current().pid() + "-probe");
        Cgroup probe = new Cgroup(directory, place.version());
        try {
            createDirectory(directory);
            Process process = new ProcessBuilder(probe.wrap(List.of("true")))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of("moving a process to " + place.directory() + " hangs");
            }
            if (process.exitValue() != 0) {
                return Optional.of("no process can be moved to a cgroup in " + place.directory());
            }
            place.version().usageNanos(directory);
            return Optional.empty();
        } catch (AccessDeniedException e) {
            return Optional.of("no permission to make cgroups in " + place.directory());
        } catch (FileSystemException e) {
            return Optional.of("no cgroup can be made in " + place.directory() + ": " + e.getReason());
        } catch (IOException e) {
            return Optional.of("no cgroup can be used in " + place.directory() + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while trying cgroups");
        } finally {
            probe.delete();
        }
    }

    private static void removeStale(Path parent) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path entry : entries) {
                Matcher name = NAME.matcher(entry.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    deleteIfUnused(entry);
                }
            }
        } catch (IOException e) {
            // Stale cgroups cost nothing; the next run tries again.
            return;
        }
    }

    private static void deleteIfUnused(Path directory) throws IOException {
        if (Files.readString(directory.resolve("cgroup.procs")).isBlank()) {
            Files.delete(directory);
        }
    }

    private static void createDirectory(Path directory) throws IOException {
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            // Left by a killed process that had our id.
            return;
        }
    }

    /** Whether {@link #create} works. */
    public boolean permitted() {
        return place != null;
    }

    /** Where cgroups are made, or why they cannot be, as part of a sentence. */
    public String description() {
        return description;
    }

    /**
     * A new cgroup for one group; close it once its processes are gone.
     *
     * @param name of letters, digits and dashes, for people who look into the file system
     * @return empty where it is not permitted; then measure without
     */
    public Optional<Cgroup> create(String name) {
        if (!name.matches("[A-Za-z0-9-]+")) {
            throw new IllegalArgumentException("not a name for a cgroup: " + name);
        }
        if (place == null) {
            return Optional.empty();
        }
        Path directory = place.directory()
                .resolve(PREFIX + ProcessHandle.current().pid() + "-" + MADE.incrementAndGet() + "-" + name);
        try {
            createDirectory(directory);
            return Optional.of(new Cgroup(directory, place.version()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
