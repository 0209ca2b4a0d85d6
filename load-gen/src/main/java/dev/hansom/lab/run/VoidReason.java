package dev.hansom.lab.run;

/**
 * Why a pass is void.
 *
 * @param rule which rule it breaks
 * @param message in words, with the figure and the limit
 */
public record VoidReason(Rule rule, String message) {

    /** The rules, none of which looks at the CPU time that the pass is about. */
    public enum Rule {
        RATE("the rate was missed: lower it with --rate"),
        ERRORS("requests failed: see the logs in the run directory"),
        LATE("the generator sent late: lower --rate or leave the machine alone"),
        CLUMPED("the generator sent in clumps: lower --rate or leave the machine alone"),
        BUSY("the machine was nearly saturated: lower --rate"),
        FOREIGN("something else used the CPU: stop it and run again"),
        STEAL("the hypervisor took CPU time: use a quieter host"),
        SOURCES("the two sources of CPU time disagree: run ./lab doctor"),
        PRESSURE("the machine was more crowded in one pass of a pair than in the other: run again on a quiet machine");

        private final String advice;

        Rule(String advice) {
            this.advice = advice;
        }

        /** What it means and what to do about it. */
        public String advice() {
            return advice;
        }
    }
}
