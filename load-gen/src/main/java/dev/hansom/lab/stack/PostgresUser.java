package dev.hansom.lab.stack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Who PostgreSQL runs as: it refuses to be root. For an ordinary user that is the user; for root it is {@code nobody},
 * by whichever program of the system can change to it, else root in a user namespace of its own, where it is nobody.
 *
 * @param prefix put before a command; it becomes the command by exec
 * @param uid owner of what PostgreSQL writes
 * @param gid its group
 */
record PostgresUser(List<String> prefix, int uid, int gid) {

    /** Owner of nothing on nearly every system; used where the system does not tell. */
    private static final int NOBODY = 65534;

    /**
     * Finds a way that works, by trying.
     *
     * @param directory an empty directory of ours; is given to the user
     */
    static PostgresUser choose(Path directory) throws IOException, InterruptedException {
        int ours = Uids.ours();
        if (ours != 0) {
            return new PostgresUser(List.of(), ours, -1);
        }
        int uid = id("-u");
        int gid = id("-g");
        List<PostgresUser> ways = List.of(
                new PostgresUser(
                        List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--"), uid, gid),
                new PostgresUser(List.of("chroot", "--userspec=" + uid + ":" + gid, "/"), uid, gid),
                new PostgresUser(List.of("unshare", "-U", "--"), 0, 0));
        List<String> failures = new ArrayList<>();
        for (PostgresUser way : ways) {
            way.own(directory);
            String failure = way.tryOut(directory);
            if (failure.isEmpty()) {
                return way;
            }
            failures.add(way.prefix.get(0) + ": " + failure);
        }
        throw new StackException("PostgreSQL does not run as root, and none of the ways to leave root works here ("
                + String.join("; ", failures)
                + "). Run the lab as an ordinary user, or name a server with --postgres-url");
    }

    /** Gives a file or directory to the user. */
    void own(Path file) throws IOException {
        if (gid >= 0) {
            Uids.chown(file, uid, gid);
        }
    }

    /** The command as this user. */
    List<String> command(List<String> command) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(command);
        return all;
    }

    private String tryOut(Path directory) throws InterruptedException {
        String probe = "test \"$(id -u)\" != 0 && cd \"$1\" && : >probe && rm probe";
        try {
            Process process = new ProcessBuilder(command(List.of("sh", "-c", probe, "probe", directory.toString())))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "hangs";
            }
            return process.exitValue() == 0 ? "" : said.isEmpty() ? "cannot write " + directory : said;
        } catch (IOException e) {
            return "not found";
        }
    }

    private static int id(String option) throws InterruptedException {
        try {
            Process process = new ProcessBuilder("id", option, "nobody")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Integer.parseInt(said) : NOBODY;
        } catch (IOException | NumberFormatException e) {
            return NOBODY;
        }
    }
}
