package dev.hansom.lab.stack;

/**
 * A sidecar that is up.
 *
 * @param service its process
 * @param port where clients connect
 * @param ini its configuration
 */
record PoolerService(Service service, int port, String ini) {}
