package dev.hansom.shop.config;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/** Holds the reset mode of the running process. Read by each request on its event loop, set from any thread. */
@Singleton
public final class ResetSwitch {

    private final StatementMode statements;
    private volatile ResetMode current;

    @Inject
    ResetSwitch(ShopSettings settings) {
        this(settings.statements(), settings.reset());
    }

    public ResetSwitch(StatementMode statements, ResetMode start) {
        this.statements = statements;
        this.current = start;
    }

    public ResetMode current() {
        return current;
    }

    /**
     * Applies to requests that start from now on.
     *
     * @throws IncompatibleResetException where the mode does not go with how this process runs its statements
     */
    public void set(ResetMode mode) {
        check(statements, mode);
        current = mode;
    }

    static void check(StatementMode statements, ResetMode reset) {
        if (statements == StatementMode.CACHED && reset.dropsStatements()) {
            throw new IncompatibleResetException();
        }
    }

    /** The one pair of settings that breaks requests: the client would execute statements that no longer exist. */
    public static final class IncompatibleResetException extends RuntimeException {

        private static final long serialVersionUID = 1;

        IncompatibleResetException() {
            super("shop.reset=discard-all does not go with shop.statements=cached: DISCARD ALL drops the prepared"
                    + " statements that the client's cache still names; use shop.statements=named");
        }
    }
}
