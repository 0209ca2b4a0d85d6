package dev.hansom.lab.stack;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where one lab keeps things, and the owner of its processes: the repository, the run directory (logs stay there) and a
 * work directory under {@code java.io.tmpdir} for data, which is gone with the lab however the lab ends. Opening one
 * first clears what labs that were killed together with their watchdog have left. Closing stops every process; a
 * shutdown hook does it on Ctrl-C and TERM.
 */
public final class LabDirs implements AutoCloseable {

    private static final Pattern WORK = Pattern.compile("hansom-lab-(\\d+)-(\\d+)-(\\d+)-\\d+");

    private static final String LEDGER = "ledger";

    private final Path root;
    private final Path run;
    private final Path work;
    private final Path watchdogLog;
    private final Children children;
    private final Placement placement;
    private final Watchdog watchdog;
    private final Thread hook;
    private boolean closed;

    private LabDirs(Path root, Path run, Path work) {
        this.root = root;
        this.run = run;
        this.work = work;
        this.watchdogLog = logs().resolve("watchdog.log");
        this.children = new Children(work.resolve(LEDGER), logs());
        this.placement = new Placement(children);
        this.watchdog = Watchdog.start(work, watchdogLog);
        this.hook = new Thread(this::close, "lab-shutdown");
    }

    /**
     * Makes the directories and starts the watchdog.
     *
     * @param root the repository's root
     * @param run the run directory, made where it is missing
     * @throws StackException where a directory cannot be made or written
     */
    public static LabDirs open(Path root, Path run) {
        Path absolute = run.toAbsolutePath().normalize();
        try {
            Files.createDirectories(absolute.resolve("logs"));
            Path base = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
            clearLeftovers(base, absolute.resolve("logs/watchdog.log"));
            LabDirs dirs = new LabDirs(root.toAbsolutePath().normalize(), absolute, makeWork(base));
            Runtime.getRuntime().addShutdownHook(dirs.hook);
            return dirs;
        } catch (AccessDeniedException e) {
            throw new StackException(
                    e.getFile() + " is not writable: choose another run directory with --out, or another directory for"
                            + " data by setting TMPDIR",
                    e);
        } catch (IOException e) {
            throw new StackException("cannot prepare " + absolute + " or the work directory: " + e, e);
        }
    }

    /** The repository root as the {@code lab} script tells it by {@code hansom.root}; else the working directory. */
    public static Path repositoryRoot() {
        return Path.of(System.getProperty("hansom.root", "")).toAbsolutePath().normalize();
    }

    public Path root() {
        return root;
    }

    public Path run() {
        return run;
    }

    public Path work() {
        return work;
    }

    public Path logs() {
        return run.resolve("logs");
    }

    /** True once the lab is being stopped: what fails from now on fails because of that. */
    public boolean closing() {
        return children.stopping();
    }

    Children children() {
        return children;
    }

    Placement placement() {
        return placement;
    }

    /** Stops every process and removes the work directory; returns when both are gone. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        children.stopAll();
        Watchdog.clean(work, watchdogLog);
        watchdog.close();
        if (Thread.currentThread() != hook) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is on its way down: the hook finds nothing left to do.
            }
        }
    }

    /** The name says who owns it, so that there is no moment at which an owner is not known. */
    private static Path makeWork(Path base) throws IOException {
        long pid = ProcessHandle.current().pid();
        String owner = "hansom-lab-" + ProcTable.pidNamespace() + "-" + pid + "-" + ProcTable.startTicks(pid) + "-";
        for (int i = 0; ; i++) {
            Path work = base.resolve(owner + i);
            try {
                Files.createDirectory(work);
                // Others may pass through, not look: PostgreSQL may run as another user than the lab.
                Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwx--x--x"));
                Files.createFile(work.resolve(LEDGER));
                return work;
            } catch (FileAlreadyExistsException e) {
                // Another lab of this JVM.
            }
        }
    }

    private static void clearLeftovers(Path base, Path log) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> entries = Files.list(base)) {
            entries.filter(LabDirs::abandoned).forEach(found::add);
        }
        for (Path work : found) {
            Watchdog.clean(work, log);
        }
    }

    private static boolean abandoned(Path directory) {
        Matcher name = WORK.matcher(
                Optional.ofNullable(directory.getFileName()).map(Path::toString).orElse(""));
        if (!name.matches() || !name.group(1).equals(ProcTable.pidNamespace())) {
            return false;
        }
        long pid = Long.parseLong(name.group(2));
        long start = Long.parseLong(name.group(3));
        boolean ownerLives = ProcessHandle.of(pid).isPresent() && ProcTable.startTicks(pid) == start;
        return !ownerLives && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) && ownedByUs(directory);
    }

    private static boolean ownedByUs(Path directory) {
        return Uids.owner(directory) == Uids.ours();
    }
}
