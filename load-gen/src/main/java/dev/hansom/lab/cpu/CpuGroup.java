package dev.hansom.lab.cpu;

/** A group of processes or threads whose CPU time is one figure: api, pooler or postgres. */
public interface CpuGroup {

    /** The group's name as reports print it. */
    String name();

    /**
     * CPU time spent since some fixed moment.
     *
     * @throws CpuReadException where neither source can be read, for instance because the processes are gone
     */
    CpuSample read();
}
