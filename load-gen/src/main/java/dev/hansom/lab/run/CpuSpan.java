package dev.hansom.lab.run;

import dev.hansom.lab.cpu.CpuSample;

/**
 * A group's CPU readings at both ends of a window.
 *
 * @param group {@code api}, {@code pooler} or {@code postgres}
 */
public record CpuSpan(String group, CpuSample start, CpuSample end) {

    /** CPU time inside the window by the better source, nanoseconds. */
    public long nanos() {
        return end.nanos() - start.nanos();
    }

    /** The same by the second source. */
    public long checkNanos() {
        return end.checkNanos() - start.checkNanos();
    }
}
