package dev.hansom.lab.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hansom.lab.recipe.Recipe;
import dev.hansom.lab.recipe.RecipeReader;
import dev.hansom.lab.recipe.RecipeWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of one run; docs/run-directory.md describes them. Passes and events are on disk before the next pass begins, so
 * that whatever happens to the lab, what was measured is kept. Written by the runner's thread alone.
 */
public final class RunDirectory {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final String CSV_HEADER =
            "pass,round,attempt,variant,group,cpu_us_per_request,cpu_ns,check_ns,completed,rate,void\n";

    private final Path root;

    private RunDirectory(Path root) {
        this.root = root;
    }

    /**
     * Makes a new directory, named after the recipe and the time, and freezes the recipe in it.
     *
     * @param parent of the run directories, made where it is missing
     * @throws RunException where it cannot be made
     */
    public static RunDirectory createIn(Path parent, Recipe recipe, Instant now, ZoneId zone) {
        String name = recipe.name() + "-" + STAMP.format(now.atZone(zone));
        for (int i = 1; ; i++) {
            Path root = parent.resolve(i == 1 ? name : name + "-" + i);
            if (!Files.exists(root)) {
                return createAt(root, recipe);
            }
        }
    }

    /**
     * The same at a place of the caller's choice.
     *
     * @throws RunException where there are files already or it cannot be made
     */
    public static RunDirectory createAt(Path root, Recipe recipe) {
        try {
            Files.createDirectories(root);
            try (Stream<Path> files = Files.list(root)) {
                if (files.findAny().isPresent()) {
                    throw new RunException(root + " is not empty: name a directory that is, or a new one", null);
                }
            }
            Files.createDirectory(root.resolve("passes"));
            RunDirectory directory = new RunDirectory(root);
            directory.write("recipe.yaml", RecipeWriter.write(recipe));
            directory.append("passes.csv", CSV_HEADER);
            return directory;
        } catch (IOException e) {
            throw new RunException("cannot make the run directory " + root.toAbsolutePath() + ": " + e, e);
        }
    }

    /**
     * A directory that an earlier run has left.
     *
     * @throws RunException where it is none
     */
    public static RunDirectory open(Path root) {
        if (!Files.isRegularFile(root.resolve("recipe.yaml")) || !Files.isDirectory(root.resolve("passes"))) {
            throw new RunException(root + " is not a run directory: it has no recipe.yaml and passes/", null);
        }
        return new RunDirectory(root);
    }

    public Path path() {
        return root;
    }

    /** The frozen recipe. */
    public Recipe recipe() {
        return RecipeReader.read(root.resolve("recipe.yaml"), RecipeReader.Form.FULL);
    }

    /** All passes in the order of running. */
    public List<PassRecord> passes() {
        try (Stream<Path> files = Files.list(root.resolve("passes"))) {
            List<PassRecord> passes = new ArrayList<>();
            for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
                passes.add(RunJson.PRETTY.readValue(file.toFile(), PassRecord.class));
            }
            passes.sort(Comparator.comparingInt(PassRecord::number));
            return passes;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the passes in " + root, e);
        }
    }

    /** Events in their order; a last line that was cut off is left out. */
    public List<JsonNode> events() {
        Path file = root.resolve("events.ndjson");
        List<JsonNode> events = new ArrayList<>();
        try {
            for (String line : Files.isRegularFile(file) ? Files.readAllLines(file) : List.<String>of()) {
                try {
                    events.add(RunJson.LINE.readTree(line));
                } catch (IOException e) {
                    break;
                }
            }
            return events;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** The record of machine and versions; empty where none was written. */
    public Optional<JsonNode> environment() {
        Path file = root.resolve("environment.json");
        try {
            return Files.isRegularFile(file) ? Optional.of(RunJson.PRETTY.readTree(file.toFile())) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    void environment(Map<String, ?> environment) {
        json("environment.json", environment);
    }

    /** Keeps a pass: its file, its rows, an event. */
    void pass(PassRecord pass) {
        json(String.format(Locale.ROOT, "passes/%03d.json", pass.number()), pass);
        StringBuilder rows = new StringBuilder();
        boolean invalid = !pass.voidReasons().isEmpty();
        for (CpuSpan span : pass.cpu()) {
            row(rows, pass, span.group(), span.nanos(), span.checkNanos(), invalid);
        }
        row(
                rows,
                pass,
                PassRecord.STACK,
                pass.cpu().stream().mapToLong(CpuSpan::nanos).sum(),
                pass.cpu().stream().mapToLong(CpuSpan::checkNanos).sum(),
                invalid);
        append("passes.csv", rows.toString());
    }

    /** Appends an event; it is on disk when this returns. */
    void event(Instant at, String kind, Map<String, ?> details) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("at", at);
        event.put("event", kind);
        event.putAll(details);
        try {
            append("events.ndjson", RunJson.LINE.writeValueAsString(event) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("event " + kind, e);
        }
    }

    /** Writes a file of JSON, whole or not at all. */
    public void json(String name, Object value) {
        try {
            write(name, RunJson.PRETTY.writeValueAsString(value) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** Writes a file, whole or not at all. */
    public void write(String name, String text) {
        Path file = root.resolve(name);
        Path part = root.resolve(name + ".part");
        try {
            Files.writeString(part, text);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static void row(
            StringBuilder rows, PassRecord pass, String group, long nanos, long checkNanos, boolean invalid) {
        rows.append(String.format(
                Locale.ROOT,
                "%d,%d,%d,%s,%s,%s,%d,%d,%d,%.2f,%b\n",
                pass.number(),
                pass.round(),
                pass.attempt(),
                pass.variant(),
                group,
                pass.microsPerRequest(group)
                        .map(micros -> String.format(Locale.ROOT, "%.2f", micros))
                        .orElse(""),
                nanos,
                checkNanos,
                pass.load().completed(),
                pass.load().achievedRate(),
                invalid));
    }

    private void append(String name, String text) {
        try (FileChannel channel = FileChannel.open(
                root.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            channel.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot append to " + root.resolve(name), e);
        }
    }
}
