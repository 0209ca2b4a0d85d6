package dev.hansom.lab.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes a database cluster in the work directory and runs the postmaster on it. */
final class EmbeddedServer {

    private static final Duration INITDB_LIMIT = Duration.ofSeconds(120);
    /** sun_path holds 108 bytes on Linux and 104 on macOS, and the socket's own name takes some. */
    private static final int LONGEST_SOCKET_DIR = 85;

    private final LabDirs dirs;
    private final ClusterSettings settings;
    private final Path home;
    private final Path data;
    private final Path sockets;
    private final PostgresUser user;

    private EmbeddedServer(LabDirs dirs, ClusterSettings settings, PostgresUser user) {
        this.dirs = dirs;
        this.settings = settings;
        this.user = user;
        this.home = dirs.work().resolve("pgsql");
        this.data = dirs.work().resolve("postgres/data");
        this.sockets = dirs.work().resolve("sockets");
    }

    /** Unpacks the binaries and runs initdb. */
    static EmbeddedServer prepare(LabDirs dirs, ClusterSettings settings, String password) {
        try {
            Path own = Files.createDirectory(dirs.work().resolve("postgres"));
            Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
            EmbeddedServer server = new EmbeddedServer(dirs, settings, PostgresUser.choose(own));
            PostgresBinaries.unpack(server.home);
            server.initdb(own, password);
            return server;
        } catch (IOException e) {
            throw new StackException("cannot prepare PostgreSQL in " + dirs.work() + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("interrupted while preparing PostgreSQL", e);
        }
    }

    /** Starts the postmaster; returns while it is still coming up. */
    Child start(int port, Optional<Path> cgroup) {
        try {
            Files.writeString(data.resolve("postgresql.auto.conf"), configuration(port));
        } catch (IOException e) {
            throw new StackException("cannot write the configuration of PostgreSQL: " + e, e);
        }
        return dirs.children()
                .start(new ChildSpec(
                        "postgres",
                        ChildSpec.Role.POSTGRES,
                        user.command(List.of(program("postgres"), "-D", data.toString())),
                        Map.of("LC_ALL", "C"),
                        Path.of("/"),
                        cgroup));
    }

    private void initdb(Path own, String password) throws IOException, InterruptedException {
        Files.createDirectory(sockets);
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxr-xr-x"));
        user.own(sockets);
        Path secret = own.resolve("password");
        Files.writeString(secret, password);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        user.own(secret);
        Child initdb = dirs.children()
                .start(new ChildSpec(
                        "initdb",
                        ChildSpec.Role.TOOL,
                        user.command(List.of(
                                program("initdb"),
                                "--pgdata=" + data,
                                "--username=" + Cluster.SUPERUSER,
                                "--auth=scram-sha-256",
                                "--pwfile=" + secret,
                                "--encoding=UTF8",
                                "--locale=C",
                                // Nobody needs this cluster after a crash of the machine; the server itself syncs.
                                "--no-sync")),
                        Map.of("LC_ALL", "C"),
                        Path.of("/"),
                        Optional.empty()));
        int status = initdb.await(INITDB_LIMIT);
        if (status != 0) {
            throw initdb.failure("has failed with exit status " + status);
        }
    }

    private String configuration(int port) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("listen_addresses", "127.0.0.1");
        all.put("port", Integer.toString(port));
        all.put("unix_socket_directories", sockets.toString().length() <= LONGEST_SOCKET_DIR ? sockets.toString() : "");
        all.put("max_connections", Integer.toString(settings.maxConnections()));
        all.put("shared_buffers", settings.sharedBuffers());
        all.put("shared_preload_libraries", "pg_stat_statements");
        all.put("pg_stat_statements.max", "10000");
        all.put("pg_stat_statements.save", "off");
        // Compiling plans of four small statements would be measured instead of them.
        all.put("jit", "off");
        all.put("timezone", "UTC");
        all.put("log_timezone", "UTC");
        all.put("log_line_prefix", "%m [%p] ");
        all.putAll(settings.parameters());
        return all.entrySet().stream()
                .map(e -> e.getKey() + " = '" + e.getValue().replace("'", "''") + "'\n")
                .collect(Collectors.joining());
    }

    private String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }
}
