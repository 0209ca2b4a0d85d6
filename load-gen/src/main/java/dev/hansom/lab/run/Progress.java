package dev.hansom.lab.run;

import dev.hansom.lab.recipe.Variant;
import java.time.Duration;
import java.util.List;

/** Hears how a run goes on, for whoever watches it. Called by the runner's thread. */
public interface Progress {

    /** About to start, as planned. */
    void planned(Plan plan);

    /** Something takes a while now, for instance a start or a warm-up. */
    void doing(String what, Duration left);

    /** A pass begins. */
    void passStarts(int round, int rounds, Variant variant, int attempt, Duration left);

    /** A pass has ended. */
    void passEnds(PassRecord pass, Variant variant, List<VoidReason> reasons);
}
