package dev.hansom.sidecar;

import dev.hansom.config.ConfigException;
import dev.hansom.config.ConfigReader;
import dev.hansom.quarkus.PoolerStartException;
import io.quarkus.runtime.Application;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.vertx.http.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The pooler as a process of its own: {@code hansom FILE.ini}. Everything here runs on the main thread but the last step. */
@QuarkusMain
public final class Hansom implements QuarkusApplication {

    private static final Logger LOG = Logger.getLogger(Hansom.class);
    private static final int FAILED = 1;
    private static final String HTTP_ADVICE =
            "; stop what listens there, or set QUARKUS_HTTP_HOST and QUARKUS_HTTP_PORT"
                    + " to another address (port 0 takes a free one)";

    private static volatile int exitCode;

    private final HttpServer http;

    Hansom(HttpServer http) {
        this.http = http;
    }

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
        Runtime.getRuntime().addShutdownHook(new Thread(Hansom::end, "exit code"));
        Quarkus.run(Hansom.class, Hansom::onExit, arguments);
    }

    @Override
    public int run(String... arguments) {
        LOG.infof("metrics and health on %s", http.getLocalBaseUri());
        Quarkus.waitForExit();
        return 0;
    }

    private static void onExit(int code, @Nullable Throwable failure) {
        if (failure != null) {
            fail(explain(failure));
        }
        exitCode = code;
        System.exit(code);
    }

    /** Ends the process a signal stops with our exit code: the JVM's own would tell a stop as asked from no failure. */
    private static void end() {
        Application running = ApplicationLifecycleManager.getCurrentApplication();
        if (running != null) {
            running.awaitShutdown();
        }
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(exitCode);
    }

    /** What stopped the start, for somebody who has the message and not the code. */
    static List<String> explain(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PoolerStartException start) {
                return start.messages();
            }
            root = cause;
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return List.of(
                isBindFailure(root)
                        ? "cannot listen on " + httpAddress() + " for metrics and health: " + message + HTTP_ADVICE
                        : message);
    }

    /** The native transport has an exception of its own, so that Quarkus does not know it for what it is. */
    private static boolean isBindFailure(Throwable root) {
        boolean nativeFailure =
                root instanceof IOException && String.valueOf(root.getMessage()).startsWith("bind");
        return nativeFailure || root instanceof BindException;
    }

    private static String httpAddress() {
        Config config = ConfigProvider.getConfig();
        return config.getOptionalValue("quarkus.http.host", String.class).orElse("") + ":"
                + config.getOptionalValue("quarkus.http.port", String.class).orElse("");
    }

    private static void fail(List<String> messages) {
        messages.forEach(message -> System.err.println("hansom: " + message));
        exitCode = FAILED;
        System.exit(FAILED);
    }
}
