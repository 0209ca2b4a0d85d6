package dev.hansom.lab.recipe;

import dev.hansom.lab.stack.StackSpec;
import dev.hansom.lab.stack.StackSpec.ApiReset;
import dev.hansom.lab.stack.StackSpec.Topology;
import java.util.Optional;

/**
 * One thing that is measured.
 *
 * @param id unique in its recipe
 * @param label for tables
 * @param group variants of one group are compared with the group's baseline and run next to each other
 * @param baseline whether it is its group's baseline
 * @param resetBy who sends the reset
 * @param reset what is sent
 * @param stack the processes it is measured on
 */
public record Variant(
        String id, String label, String group, boolean baseline, ResetBy resetBy, ApiReset reset, StackSpec stack) {

    /** Ending of the id of a control, a second measurement of the baseline. */
    public static final String CONTROL_SUFFIX = "-again";

    /** Who sends the reset. */
    public enum ResetBy {
        API,
        POOLER
    }

    /** What the API sends at the end of each request. */
    public ApiReset apiReset() {
        return resetBy == ResetBy.API ? reset : ApiReset.NONE;
    }

    /** The same measured a second time: whatever change that shows is noise. */
    public Variant control() {
        return new Variant(id + CONTROL_SUFFIX, label + " (control)", group, false, resetBy, reset, stack);
    }

    /** Whether it is a baseline measured a second time. */
    public boolean isControl() {
        return id.endsWith(CONTROL_SUFFIX);
    }

    /** The pooler's {@code max_prepared_statements}; empty without a pooler. */
    public Optional<Integer> maxPreparedStatements() {
        return stack.maxPreparedStatements();
    }

    static StackSpec stack(
            Topology topology,
            StackSpec.Statements statements,
            StackSpec.Transactions transactions,
            int poolSize,
            int apiConnections,
            int maxPreparedStatements,
            ApiReset serverReset) {
        boolean pooler = topology != Topology.DIRECT;
        return new StackSpec(
                topology,
                statements,
                transactions,
                poolSize,
                apiConnections,
                pooler ? Optional.of(maxPreparedStatements) : Optional.empty(),
                pooler ? Optional.of(Names.kebab(serverReset)) : Optional.empty());
    }
}
