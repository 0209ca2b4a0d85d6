package dev.hansom.lab.cli;

/** Exit codes of every command. */
final class ExitCode {

    static final int PASS = 0;
    static final int TOOL_ERROR = 1;
    static final int BAD_CONFIGURATION = 2;
    static final int FAILED = 3;
    static final int INCONCLUSIVE = 4;
    static final int INVALID_MEASUREMENT = 5;

    private ExitCode() {}
}
