package dev.hansom.lab.run;

import dev.hansom.lab.recipe.Names;
import dev.hansom.lab.stack.RunningStack;
import dev.hansom.lab.stack.StackSpec;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The stacks that are up, one for each specification. Used by the runner's thread. */
final class StackSet implements AutoCloseable {

    private final Bench bench;
    private final Map<StackSpec, RunningStack> up = new LinkedHashMap<>();
    private int started;

    StackSet(Bench bench) {
        this.bench = bench;
    }

    boolean isUp(StackSpec spec) {
        return up.containsKey(spec);
    }

    RunningStack start(StackSpec spec) {
        String name = Names.kebab(spec.topology()) + "-" + ++started;
        RunningStack stack = bench.start(spec, name);
        up.put(spec, stack);
        return stack;
    }

    RunningStack of(StackSpec spec) {
        RunningStack stack = up.get(spec);
        if (stack == null) {
            throw new IllegalStateException("not started: " + spec);
        }
        return stack;
    }

    Collection<RunningStack> all() {
        return up.values();
    }

    @Override
    public void close() {
        try {
            up.values().forEach(RunningStack::close);
        } finally {
            up.clear();
        }
    }
}
