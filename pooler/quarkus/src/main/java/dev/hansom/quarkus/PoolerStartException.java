package dev.hansom.quarkus;

import java.util.List;

/** The pooler cannot run as configured; the messages say what to do. Has no stack trace: it would say nothing more. */
public final class PoolerStartException extends RuntimeException {

    private final List<String> messages;

    PoolerStartException(List<String> messages) {
        super(String.join("\n", messages), null, false, false);
        this.messages = List.copyOf(messages);
    }

    /** What is wrong, one entry each. */
    public List<String> messages() {
        return messages;
    }
}
