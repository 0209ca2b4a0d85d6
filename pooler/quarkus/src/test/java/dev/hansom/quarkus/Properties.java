package dev.hansom.quarkus;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** Application properties for tests, mapped as Quarkus maps them. */
final class Properties {

    private Properties() {}

    /** Names without {@code hansom.pooler.} and values, one a line: {@code name=value}. */
    static PoolerProperties of(String lines) {
        Map<String, String> all = new HashMap<>();
        lines.lines().filter(line -> !line.isBlank()).forEach(line -> {
            int equals = line.indexOf('=');
            all.put(PropertiesReader.PREFIX + line.substring(0, equals), line.substring(equals + 1));
        });
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(PoolerProperties.class)
                .withSources(new PropertiesConfigSource(all, "test", 100))
                .build()
                .getConfigMapping(PoolerProperties.class);
    }
}
