package dev.hansom.testkit.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The scenarios that come with the test kit, by topic. */
public final class Scenarios {

    /** The topics, each a file of the directory {@code conformance}. */
    public static final List<String> TOPICS =
            List.of("simple", "extended", "prepared", "errors", "transactions", "copy", "portals", "session");

    private Scenarios() {}

    /** All scenarios of a topic, in the order of its file. */
    public static List<Scenario> of(String topic) {
        String file = "/conformance/" + topic + ".txt";
        try (InputStream in = Scenarios.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("there are no scenarios " + file);
            }
            return read(topic, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    private static List<Scenario> read(String topic, BufferedReader in) throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        String name = null;
        List<Scenario.Line> lines = new ArrayList<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("== ")) {
                add(scenarios, name, lines);
                name = topic + ": " + line.substring(3);
                lines.clear();
            } else if (!line.isBlank() && !line.startsWith("#")) {
                lines.add(Scenario.Line.of(line));
            }
        }
        add(scenarios, name, lines);
        return scenarios;
    }

    private static void add(List<Scenario> scenarios, @Nullable String name, List<Scenario.Line> lines) {
        if (name != null) {
            scenarios.add(new Scenario(name, lines));
        }
    }
}
