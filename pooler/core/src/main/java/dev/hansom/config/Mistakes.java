package dev.hansom.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The mistakes found so far; told in the order of the lines they stand on. Never shows a password. */
final class Mistakes {

    private record Mistake(IniFile.Place place, String text) {}

    private final List<Mistake> found = new ArrayList<>();

    /** Notes {@code FILE:LINE: KEY: what is wrong, what to do}. */
    void add(IniFile.Place place, String key, String text) {
        add(place, key + ": " + text);
    }

    void add(IniFile.Place place, String text) {
        found.add(new Mistake(place, text));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    ConfigException asException() {
        return new ConfigException(found.stream()
                .sorted(Comparator.comparingInt(mistake -> mistake.place().order()))
                .map(mistake -> mistake.place() + ": " + mistake.text())
                .toList());
    }
}
