package dev.hansom.lab.load;

/**
 * Called at the ends of the measured window, by the thread that runs the load and never by an event loop, so that CPU time
 * can be read exactly there. The load goes on meanwhile. An exception ends the load and is thrown on.
 */
public interface LoadHooks {

    /** Hooks that do nothing. */
    LoadHooks NONE = new LoadHooks() {};

    /** The window begins. */
    default void onWindowStart() {}

    /** The window has ended; answers may still be outstanding. */
    default void onWindowEnd() {}
}
