package dev.hansom.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run showed, as {@code summary.json} has it; docs/run-directory.md describes each field. Changes and shares are
 * fractions (0.05 is +5 %), CPU and latencies microseconds.
 *
 * @param schema of this file, raised when a field changes its meaning
 * @param recipe its name
 * @param question the recipe's
 * @param reference where the reference figures come from; empty without any
 * @param state how the run ended
 * @param message what made it fail; empty otherwise
 * @param rounds planned
 * @param rate requests a second that were asked for
 * @param passes that were run, void ones too
 * @param verdict whether the measurement can be relied on
 * @param warmUps how the starts of stacks ended
 * @param groups baseline groups with their null controls
 * @param variants in the recipe's order, controls too
 * @param voidPasses every void pass with its reasons
 * @param environment machine, versions and settings as recorded at the start
 */
public record Summary(
        int schema,
        String recipe,
        String question,
        String reference,
        State state,
        String message,
        int rounds,
        double rate,
        int passes,
        Verdict verdict,
        WarmUps warmUps,
        List<Group> groups,
        List<VariantSummary> variants,
        List<VoidPass> voidPasses,
        Optional<JsonNode> environment) {

    public static final int SCHEMA = 1;

    public Summary {
        groups = List.copyOf(groups);
        variants = List.copyOf(variants);
        voidPasses = List.copyOf(voidPasses);
    }

    /** How a run ended. */
    public enum State {
        COMPLETE,
        INTERRUPTED,
        FAILED,
        /** No event says how it ended: it runs still, or was killed. */
        UNFINISHED
    }

    /**
     * Whether the measurement can be relied on.
     *
     * @param valid false where anything in {@code reasons} speaks against it
     * @param reasons with what to do about each
     */
    public record Verdict(boolean valid, List<String> reasons) {
        public Verdict {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * Starts of stacks with their warm-up.
     *
     * @param starts that were warmed up
     * @param settled of these, with JIT compilers silent at the end
     * @param jitShare the largest share of the last cycle's time that compilers used; empty where none is known
     */
    public record WarmUps(int starts, int settled, Optional<Double> jitShare) {}

    /**
     * A baseline group.
     *
     * @param name its name
     * @param baseline id of the baseline
     * @param control id of its second measurement
     * @param containsZero whether the interval of the control's change contains zero; empty where there is no interval
     */
    public record Group(String name, String baseline, String control, Optional<Boolean> containsZero) {}

    /**
     * One variant.
     *
     * @param settings as in the recipe
     * @param rounds that its figures are of
     * @param voidRounds those of them whose pass is void: above 0 only where too few valid ones are left
     * @param cpuMicros median CPU a request by group ({@code api}, {@code pooler}, {@code postgres}, {@code stack}), gross
     * @param netMicros the same less what the idle stack costs in the time between two requests; empty where that was not
     *     measured
     * @param change of the stack's CPU against the group's baseline
     * @param changeReason why there is no change, or none with an interval
     * @param changes the same for each CPU group
     * @param statements per request, as the server counted
     * @param response latency from the due time
     * @param service latency from the actual send
     * @param rate answers a second
     * @param errors by kind, over all passes, void ones too
     * @param passes run, void ones too
     * @param voidPasses of them
     * @param reference somebody else's figure
     */
    public record VariantSummary(
            String id,
            String label,
            String group,
            boolean baseline,
            boolean control,
            Map<String, Object> settings,
            int rounds,
            int voidRounds,
            Map<String, Double> cpuMicros,
            Map<String, Double> netMicros,
            Optional<Change> change,
            Optional<String> changeReason,
            Map<String, Change> changes,
            Optional<Parses> parse,
            Optional<StatementsPerRequest> statements,
            Optional<Latency> response,
            Optional<Latency> service,
            Optional<Double> rate,
            Map<String, Long> errors,
            int passes,
            int voidPasses,
            Optional<String> reference) {}

    /**
     * A change against the baseline.
     *
     * @param rounds pairs
     * @param median of the per-round ratios, less one: what is shown
     * @param hl Hodges-Lehmann estimate: what is decided on
     * @param low lower bound; empty, as the two below, where the rounds are too few
     * @param high upper bound
     * @param confidence the interval's exact one
     */
    public record Change(
            int rounds,
            double median,
            double hl,
            Optional<Double> low,
            Optional<Double> high,
            Optional<Double> confidence) {

        /** Whether the interval leaves out zero; empty without an interval. */
        public Optional<Boolean> excludesZero() {
            return low.flatMap(l -> high.map(h -> l > 0 || h < 0));
        }
    }

    /**
     * Parse messages at the pooler, over all rounds together.
     *
     * @param fromClients messages
     * @param toServers messages
     * @param share the second by the first; empty where clients sent none
     */
    public record Parses(long fromClients, long toServers, Optional<Double> share) {}

    /**
     * Statements a request.
     *
     * @param source what counted
     * @param queries the requests' own work, which must be equal in all variants of a group
     * @param transactionControl BEGIN, COMMIT and their like
     * @param resets statements of resets, the pooler's too
     */
    public record StatementsPerRequest(String source, double queries, double transactionControl, double resets) {}

    /** Quantiles in microseconds over all rounds together. */
    public record Latency(double p50, double p90, double p99, double p999, double max) {}

    /** A void pass. */
    public record VoidPass(
            int pass, int round, int attempt, String variant, List<String> rules, List<String> reasons) {}
}
