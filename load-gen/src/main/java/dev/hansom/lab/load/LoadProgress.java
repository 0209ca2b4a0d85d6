package dev.hansom.lab.load;

import java.time.Duration;

/**
 * How far a load has come; at most a tenth of a second old. Counts are since the start, settle time included.
 *
 * @param phase what is going on
 * @param elapsed since the first request was due
 * @param total settle time and window together
 * @param due requests due so far
 * @param completed answers of status 2xx so far
 * @param errors other outcomes and dropped requests so far
 * @param outstanding requests due that have no outcome yet
 */
public record LoadProgress(
        Phase phase, Duration elapsed, Duration total, long due, long completed, long errors, long outstanding) {

    /** The parts of a load, in their order. */
    public enum Phase {
        SETTLE,
        MEASURE,
        DRAIN
    }
}
