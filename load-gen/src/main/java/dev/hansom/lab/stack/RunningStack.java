package dev.hansom.lab.stack;

import dev.hansom.lab.cpu.CpuGroup;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Processes of one {@link StackSpec} that are up and answer. Closing it stops them and waits until they are gone. */
public interface RunningStack extends AutoCloseable {

    /** What was started. */
    StackSpec spec();

    /** Where the API answers, for instance {@code http://127.0.0.1:41234}. */
    URI api();

    /** The groups of this stack alone: {@code api}, and {@code pooler} where there is one. PostgreSQL's is the cluster's. */
    List<CpuGroup> cpuGroups();

    /**
     * CPU time that the JIT compilers of its JVMs have used so far.
     *
     * @throws dev.hansom.lab.cpu.CpuReadException where the system or the JVM does not show it
     */
    Duration compilerTime();

    /** Makes the API send this at the end of each request from now on. */
    void apiReset(StackSpec.ApiReset reset);

    /** The pooler's counters by their Prometheus name, summed over labels; empty where there is no pooler. */
    Map<String, Double> poolerCounters();

    /** The settings as the running processes report them, for the record of a run. */
    Map<String, String> settings();

    /** Throws a message that names the process and the last lines of its log where one has died. */
    void checkAlive();

    @Override
    void close();
}
