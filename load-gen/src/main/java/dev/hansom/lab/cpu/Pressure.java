package dev.hansom.lab.cpu;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU pressure as the kernel counts it (PSI, kernel: accounting/psi): the time in which at least one task could run and had
 * no core.
 *
 * @param average10 per cent of the last ten seconds
 * @param totalNanos since the machine started
 */
public record Pressure(double average10, long totalNanos) {

    private static final Pattern SOME = Pattern.compile("some avg10=([0-9.]+) .*total=(\\d+)");

    /** The counters now; empty where the kernel does not keep them. */
    public static Optional<Pressure> read() {
        return ProcFs.system().read("pressure/cpu").flatMap(Pressure::parse);
    }

    static Optional<Pressure> parse(String text) {
        Matcher some = SOME.matcher(text);
        return some.find()
                ? Optional.of(new Pressure(Double.parseDouble(some.group(1)), 1_000 * Long.parseLong(some.group(2))))
                : Optional.empty();
    }

    /** Per cent of the time since an earlier reading in which a task waited for a core. */
    public double percentSince(Pressure earlier, long elapsedNanos) {
        return elapsedNanos <= 0 ? 0 : 100.0 * (totalNanos - earlier.totalNanos) / elapsedNanos;
    }
}
