package dev.hansom.lab.run;

import dev.hansom.lab.recipe.Names;
import dev.hansom.lab.stack.StackSpec;
import java.time.Duration;
import java.util.Locale;

/** How runs and reports put things into words. */
public final class Words {

    private Words() {}

    /** A stack, with what tells it from others. */
    public static String of(StackSpec spec) {
        StringBuilder words = new StringBuilder(Names.kebab(spec.topology()))
                .append(", ")
                .append(Names.kebab(spec.statements()))
                .append(" statements");
        if (spec.transactions() == StackSpec.Transactions.PER_REQUEST) {
            words.append(", one transaction a request");
        }
        spec.maxPreparedStatements()
                .ifPresent(max -> words.append(", max_prepared_statements ").append(max));
        spec.serverReset()
                .filter(reset -> !reset.equals("none"))
                .ifPresent(reset -> words.append(", server_reset ").append(reset));
        return words.append(", pool of ").append(spec.poolSize()).toString();
    }

    /** A number of rounds. */
    public static String rounds(int number) {
        return number == 1 ? "1 round" : number + " rounds";
    }

    /** Minutes and seconds, {@code 4:05}; with hours where there are any. */
    public static String clock(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        return seconds >= 3600
                ? String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }
}
