package dev.hansom.lab.cli;

import dev.hansom.lab.stack.StackSpec;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say which stack to start. */
final class StackOptions {

    @Option(
            names = "--topology",
            defaultValue = "sidecar",
            converter = TopologyName.class,
            description = "How the API reaches PostgreSQL: direct, embedded or sidecar.")
    StackSpec.Topology topology = StackSpec.Topology.SIDECAR;

    @Option(
            names = "--statements",
            defaultValue = "cached",
            converter = StatementsName.class,
            description = "How the API runs its statements: cached, named, unnamed or simple.")
    StackSpec.Statements statements = StackSpec.Statements.CACHED;

    @Option(
            names = "--transactions",
            defaultValue = "per-statement",
            converter = TransactionsName.class,
            description = "Transactions of a reading request: per-statement or per-request.")
    StackSpec.Transactions transactions = StackSpec.Transactions.PER_STATEMENT;

    @Option(names = "--pool-size", defaultValue = "10", description = "Connections to PostgreSQL.")
    int poolSize = 10;

    @Option(
            names = "--api-connections",
            defaultValue = "20",
            description = "Connections the API keeps to the pooler, where there is one.")
    int apiConnections = 20;

    @Option(
            names = "--max-prepared-statements",
            defaultValue = "200",
            description = "The pooler's max_prepared_statements.")
    int maxPreparedStatements = 200;

    @Option(
            names = "--server-reset",
            defaultValue = "none",
            description = "The pooler's server_reset: none, narrow, narrow-discard-plans, discard-all, or SQL.")
    String serverReset = "none";

    StackSpec spec() {
        return new StackSpec(
                topology,
                statements,
                transactions,
                poolSize,
                apiConnections,
                pooled() ? Optional.of(maxPreparedStatements) : Optional.empty(),
                pooled() ? Optional.of(serverReset) : Optional.empty());
    }

    boolean pooled() {
        return topology != StackSpec.Topology.DIRECT;
    }

    /** Reads a constant as settings and recipes spell it: in small letters, with dashes. */
    private abstract static class Name<E extends Enum<E>> implements ITypeConverter<E> {

        private final E[] values;

        Name(E[] values) {
            this.values = values;
        }

        @Override
        public E convert(String text) {
            for (E value : values) {
                if (name(value).equals(text)) {
                    return value;
                }
            }
            throw new TypeConversionException("must be one of "
                    + Arrays.stream(values).map(Name::name).collect(Collectors.joining(", ")) + ", not " + text);
        }

        private static String name(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    static final class TopologyName extends Name<StackSpec.Topology> {
        TopologyName() {
            super(StackSpec.Topology.values());
        }
    }

    static final class StatementsName extends Name<StackSpec.Statements> {
        StatementsName() {
            super(StackSpec.Statements.values());
        }
    }

    static final class TransactionsName extends Name<StackSpec.Transactions> {
        TransactionsName() {
            super(StackSpec.Transactions.values());
        }
    }
}
