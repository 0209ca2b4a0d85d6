package dev.hansom.lab.run;

import dev.hansom.lab.recipe.Variant;
import java.time.Duration;
import java.util.List;

/** Hears everything and says nothing. */
final class Silent implements Progress {

    @Override
    public void planned(Plan plan) {}

    @Override
    public void doing(String what, Duration left) {}

    @Override
    public void passStarts(int round, int rounds, Variant variant, int attempt, Duration left) {}

    @Override
    public void passEnds(PassRecord pass, Variant variant, List<VoidReason> reasons) {}
}
