package dev.hansom.lab.stack;

/**
 * Ports of 127.0.0.1 for a stack; 0 for any free one.
 *
 * @param api where the API listens
 * @param pooler where the pooler listens for clients
 */
public record StackPorts(int api, int pooler) {

    /** All chosen by the system. */
    public static final StackPorts ANY = new StackPorts(0, 0);
}
