package dev.hansom.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file in pgbouncer.ini's syntax: sections of {@code key = value}, each with the place it stands at. A line that begins
 * with {@code ;} or {@code #} is a comment; a later value of a key wins; {@code %include FILE} takes another file in.
 */
final class IniFile {

    private static final Pattern SECTION = Pattern.compile("\\[([A-Za-z0-9_]+)]");
    private static final Pattern ENTRY = Pattern.compile("(\"(?:[^\"]|\"\")*\"|[^\\s=\"]+)\\s*=\\s*(.*)");
    private static final Pattern INCLUDE = Pattern.compile("%include\\s+(.+)");

    private final Map<String, Map<String, Entry>> sections = new LinkedHashMap<>();
    private final Set<Path> open = new HashSet<>();
    private final List<String> mistakes = new ArrayList<>();
    private String section = "";

    private IniFile() {}

    /**
     * One setting.
     *
     * @param place file and line
     */
    record Entry(String key, String value, String place) {}

    /** Reads a file and what it includes; lines that are neither are among the {@link #mistakes()}. */
    static IniFile read(Path file) {
        IniFile ini = new IniFile();
        ini.include(file, "");
        return ini;
    }

    /** The sections in the order of the file, each with its entries. */
    Map<String, Map<String, Entry>> sections() {
        return sections;
    }

    /** What could not be read. */
    List<String> mistakes() {
        return mistakes;
    }

    private void include(Path file, String from) {
        Path real = file.toAbsolutePath().normalize();
        if (!open.add(real)) {
            mistakes.add(from + "%include: " + file + " includes itself");
            return;
        }
        try {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                line(lines.get(i).trim(), file + ":" + (i + 1));
            }
        } catch (IOException e) {
            mistakes.add(from + file + ": cannot be read: "
                    + (Files.exists(file) ? String.valueOf(e.getMessage()) : "there is no such file"));
        }
        open.remove(real);
    }

    private void line(String line, String place) {
        if (line.isEmpty() || line.startsWith(";") || line.startsWith("#")) {
            return;
        }
        Matcher include = INCLUDE.matcher(line);
        if (include.matches()) {
            include(Path.of(include.group(1)), place + ": ");
            return;
        }
        Matcher header = SECTION.matcher(line);
        if (header.matches()) {
            section = header.group(1);
            sections.computeIfAbsent(section, name -> new LinkedHashMap<>());
            return;
        }
        Matcher entry = ENTRY.matcher(line);
        if (!entry.matches()) {
            mistakes.add(place + ": neither a [section] nor key = value: " + line);
        } else if (section.isEmpty()) {
            mistakes.add(place + ": " + entry.group(1) + " stands before the first section: put [pgbouncer] above it");
        } else {
            String key = unquote(entry.group(1));
            Map<String, Entry> entries = sections.computeIfAbsent(section, name -> new LinkedHashMap<>());
            entries.put(key, new Entry(key, entry.group(2), place));
        }
    }

    private static String unquote(String name) {
        return name.startsWith("\"") ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
    }
}
