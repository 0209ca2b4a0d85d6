package dev.hansom.config;

import java.util.List;

/** A configuration that cannot be used; says everything that is wrong with it at once. */
public final class ConfigException extends Exception {

    private final List<String> messages;

    /** An exception for these mistakes, at least one. */
    public ConfigException(List<String> messages) {
        super(String.join("\n", messages));
        this.messages = List.copyOf(messages);
    }

    /** One entry a mistake: where it stands, what is wrong, what to do. */
    public List<String> messages() {
        return messages;
    }
}
