package dev.hansom.lab.cpu;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A child process that is spoken to line by line; killed when closed. */
final class Child implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;

    Child(Optional<Cgroup> cgroup, List<String> command) throws IOException {
        process = new ProcessBuilder(cgroup.map(group -> group.wrap(command)).orElse(command))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = process.inputReader();
    }

    static Child burner(Optional<Cgroup> cgroup, String... threads) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Burner.class.getName()));
        command.addAll(List.of(threads));
        return new Child(cgroup, command);
    }

    long pid() {
        return process.pid();
    }

    void say(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    String hear() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the child ended");
        }
        return line;
    }

    long hearNumber() throws IOException {
        return Long.parseLong(hear());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
