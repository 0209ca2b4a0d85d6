package dev.hansom.lab.run;

import dev.hansom.lab.cpu.CpuGroup;
import dev.hansom.lab.load.LoadHooks;
import dev.hansom.lab.load.LoadResult;
import dev.hansom.lab.load.LoadSpec;
import dev.hansom.lab.stack.RunningStack;
import dev.hansom.lab.stack.StackSpec;
import java.util.Map;

/**
 * What a run needs of the world: processes, load and the machine's counters. Called by the runner's thread alone. Closing it
 * stops everything it has started.
 */
public interface Bench extends AutoCloseable {

    /**
     * Starts the processes of a stack and returns when they answer.
     *
     * @param name for logs and process names, unique among the stacks that are up
     */
    RunningStack start(StackSpec spec, String name);

    /** PostgreSQL with all its children; one cluster serves all stacks. */
    CpuGroup postgres();

    /** What the server has executed for the shop's user so far. */
    StatementTally statements();

    /** The machine's counters now. */
    MachineSample machine();

    /** Runs a load to its end; the hooks are called at the ends of its window by the calling thread. */
    LoadResult load(LoadSpec spec, LoadHooks hooks) throws InterruptedException;

    /** Versions of what it runs with, for the record. */
    Map<String, String> versions();

    /** Throws a message that says what happened where PostgreSQL has died. */
    void checkAlive();

    @Override
    void close();
}
