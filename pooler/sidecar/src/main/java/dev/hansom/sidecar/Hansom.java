package dev.hansom.sidecar;

import dev.hansom.config.ConfigException;
import dev.hansom.config.ConfigReader;
import dev.hansom.quarkus.PoolerStartException;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pooler as a process of its own: {@code hansom FILE.ini}. */
@QuarkusMain
public final class Hansom implements QuarkusApplication {

    private static final int FAILED = 1;

    /** Starts the process; the only argument is the configuration file. */
    public static void main(String... arguments) {
        if (arguments.length != 1) {
            System.err.println("usage: hansom FILE.ini (hansom --help says more)");
            System.exit(FAILED);
        }
        try {
            ConfigReader.read(Path.of(arguments[0]));
        } catch (ConfigException e) {
            fail(e.messages());
        }
        System.setProperty("hansom.pooler.config-file", arguments[0]);
        Quarkus.run(Hansom.class, Hansom::onExit, arguments);
    }

    @Override
    public int run(String... arguments) {
        Quarkus.waitForExit();
        return 0;
    }

    private static void onExit(int code, @Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PoolerStartException start) {
                fail(start.messages());
            }
        }
        if (failure != null) {
            fail(List.of(String.valueOf(failure.getMessage())));
        }
        System.exit(code);
    }

    private static void fail(List<String> messages) {
        PrintStream out = System.err;
        messages.forEach(message -> out.println("hansom: " + message));
        System.exit(FAILED);
    }
}
