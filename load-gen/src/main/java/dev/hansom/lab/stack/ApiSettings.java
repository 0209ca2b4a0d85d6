package dev.hansom.lab.stack;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The API's settings for one stack: what the topologies differ in, and nothing else.
 *
 * @param port where it listens
 * @param poolerPort where the pooler listens, its own or the sidecar's; unused where it goes directly
 * @param ini the configuration of the pooler inside it; empty where there is none
 */
record ApiSettings(Cluster cluster, StackSpec spec, int port, int poolerPort, Optional<Path> ini) {

    /** System properties. */
    Map<String, String> properties() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("quarkus.http.host", "127.0.0.1");
        all.put("quarkus.http.port", Integer.toString(port));
        all.put("shop.lab.enabled", "true");
        all.put("shop.topology", key(spec.topology()));
        all.put("shop.statements", key(spec.statements()));
        all.put("shop.transactions", key(spec.transactions()));
        all.put("shop.reset", "none");
        all.put("quarkus.datasource.reactive.url", url());
        all.put(
                "quarkus.datasource.reactive.max-size",
                Integer.toString(direct() ? spec.poolSize() : spec.apiConnections()));
        ini.ifPresent(file -> {
            all.put("hansom.pooler.enabled", "true");
            all.put("hansom.pooler.config-file", file.toString());
        });
        return all;
    }

    /** What others on the machine must not read off a command line. */
    Map<String, String> environment() {
        return Map.of(
                "QUARKUS_DATASOURCE_USERNAME", cluster.user(),
                "QUARKUS_DATASOURCE_PASSWORD", cluster.password());
    }

    private boolean direct() {
        return spec.topology() == StackSpec.Topology.DIRECT;
    }

    private String url() {
        String address = direct() ? cluster.host() + ":" + cluster.port() : "127.0.0.1:" + poolerPort;
        return "vertx-reactive:postgresql://" + address + "/" + cluster.database();
    }

    /** A value of an enum as the API's settings spell it. */
    static String key(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
