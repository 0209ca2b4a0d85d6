package dev.hansom.quarkus;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.List;

/** The pooler cannot run as configured; the messages say what to do. Of a kind that Quarkus prints without its stack. */
public final class PoolerStartException extends ConfigurationException {

    private final List<String> messages;

    PoolerStartException(List<String> messages) {
        super(String.join("\n", messages));
        this.messages = List.copyOf(messages);
    }

    /** What is wrong, one entry each. */
    public List<String> messages() {
        return messages;
    }
}
