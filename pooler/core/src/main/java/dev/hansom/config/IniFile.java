package dev.hansom.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file in pgbouncer.ini's syntax: sections of {@code key = value}, each with the place it stands at. A line that begins
 * with {@code ;} or {@code #} is a comment, neither is special later in a line; a later value of a key wins;
 * {@code %include FILE} takes another file in, by a path from the working directory. UTF-8.
 */
final class IniFile {

    private static final Pattern HEADER = Pattern.compile("\\[\\s*([^\\]\\s]+)\\s*]");
    private static final Pattern ENTRY = Pattern.compile("(\"(?:[^\"]++|\"\")*+\"|[^=\"]*?)\\s*=\\s*(.*)");
    private static final Pattern BARE_NAME = Pattern.compile("[0-9A-Za-z_.*-]+");
    private static final Pattern INCLUDE = Pattern.compile("%include(?:\\s+(.+))?");
    private static final int DEEPEST_INCLUDE = 10;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final Deque<Path> open = new ArrayDeque<>();
    private final Mistakes mistakes;
    private Optional<Section> section = Optional.empty();
    private int linesRead;

    private IniFile(Mistakes mistakes) {
        this.mistakes = mistakes;
    }

    /**
     * Where something stands.
     *
     * @param line from 1; 0: the file as a whole
     * @param order how many lines were read before it, in all files
     */
    record Place(Path file, int line, int order) {

        /** The file as a whole; comes after all its lines. */
        static Place of(Path file) {
            return new Place(file, 0, Integer.MAX_VALUE);
        }

        @Override
        public String toString() {
            return line == 0 ? file.toString() : file + ":" + line;
        }
    }

    /** One key with its value. */
    record Entry(String key, String value, Place place) {}

    /**
     * A section.
     *
     * @param place of its first header
     * @param entries by key, in the order in which their last values stand
     */
    record Section(String name, Place place, Map<String, Entry> entries) {}

    /** Reads a file and what it includes; notes what cannot be read. */
    static IniFile read(Path file, Mistakes mistakes) {
        IniFile ini = new IniFile(mistakes);
        ini.lines(file, Place.of(file), "");
        return ini;
    }

    /** The sections in the order of their first headers. */
    Map<String, Section> sections() {
        return sections;
    }

    private void lines(Path file, Place from, String what) {
        try {
            Path real = file.toRealPath();
            if (open.contains(real)) {
                mistakes.add(
                        from, what + file + " is already being read, and would include itself for ever: remove this");
                return;
            }
            if (open.size() > DEEPEST_INCLUDE) {
                mistakes.add(from, what + "more than " + DEEPEST_INCLUDE + " files within each other: include fewer");
                return;
            }
            List<String> lines = Files.readAllLines(real);
            open.push(real);
            for (int i = 0; i < lines.size(); i++) {
                String line = i == 0 && lines.get(i).startsWith(BYTE_ORDER_MARK)
                        ? lines.get(i).substring(BYTE_ORDER_MARK.length())
                        : lines.get(i);
                line(line.trim(), new Place(file, i + 1, linesRead++));
            }
            open.pop();
        } catch (IOException e) {
            mistakes.add(from, what + cannotRead(file, e));
        }
    }

    private static String cannotRead(Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no file " + file + ": correct its name or create it";
        }
        if (e instanceof AccessDeniedException) {
            return "no permission to read " + file + ": change its owner or mode";
        }
        if (e instanceof CharacterCodingException) {
            return file + " is not UTF-8: convert it";
        }
        return Files.isDirectory(file)
                ? file + " is a directory: name a file"
                : file + " cannot be read: " + e.getMessage();
    }

    private void line(String line, Place place) {
        if (line.isEmpty() || line.startsWith(";") || line.startsWith("#")) {
            return;
        }
        Matcher include = INCLUDE.matcher(line);
        Matcher header = HEADER.matcher(line);
        Matcher entry = ENTRY.matcher(line);
        if (include.matches()) {
            include(Optional.ofNullable(include.group(1)), place);
        } else if (header.matches()) {
            section = Optional.of(
                    sections.computeIfAbsent(header.group(1), name -> new Section(name, place, new LinkedHashMap<>())));
        } else if (entry.matches()) {
            entry(entry.group(1), entry.group(2), place);
        } else {
            // not shown, since it may hold a password
            mistakes.add(place, "neither [section] nor key = value: correct the line, or begin it with ; or #");
        }
    }

    private void include(Optional<String> name, Place place) {
        try {
            lines(
                    SettingValues.path(
                            name.orElseThrow(() -> new IllegalArgumentException("names no file: write %include FILE"))),
                    place,
                    "%include: ");
        } catch (IllegalArgumentException e) {
            mistakes.add(place, "%include", String.valueOf(e.getMessage()));
        }
    }

    private void entry(String name, String value, Place place) {
        boolean quoted = name.startsWith("\"");
        String key = quoted ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
        if (key.isEmpty()) {
            mistakes.add(place, "there is no name before the =: write key = value");
        } else if (!quoted && !BARE_NAME.matcher(name).matches()) {
            mistakes.add(
                    place,
                    name,
                    "a name of other characters than letters, digits and _ . - has to stand in \"quotes\"");
        } else if (section.isEmpty()) {
            mistakes.add(place, key, "stands before the first section: put [pgbouncer] or [databases] above it");
        } else {
            Map<String, Entry> entries = section.get().entries();
            entries.remove(key);
            entries.put(key, new Entry(key, value, place));
        }
    }
}
