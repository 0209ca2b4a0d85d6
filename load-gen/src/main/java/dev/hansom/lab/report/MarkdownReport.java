package dev.hansom.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hansom.lab.report.Summary.Group;
import dev.hansom.lab.report.Summary.State;
import dev.hansom.lab.run.PassRecord;
import dev.hansom.lab.run.StackWarmUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report of a run for people, as Markdown. Pure function of the summary. */
public final class MarkdownReport {

    private final Summary summary;
    private final StringBuilder out = new StringBuilder();

    private MarkdownReport(Summary summary) {
        this.summary = summary;
    }

    /** The report's text. */
    public static String of(Summary summary) {
        return new MarkdownReport(summary).write();
    }

    private String write() {
        line("# " + summary.recipe());
        line(summary.question());
        state();
        table();
        net();
        controls();
        warmUp();
        machine();
        work();
        latencies();
        voids();
        settings();
        reproduce();
        limits();
        return out.toString().strip() + "\n";
    }

    private void state() {
        if (summary.state() != State.COMPLETE) {
            line("**This run is not complete** (" + word(summary.state())
                    + (summary.message().isEmpty() ? "" : ": " + summary.message())
                    + "). What follows is of the passes that were made.");
        }
        if (summary.verdict().valid()) {
            line("Nothing speaks against this measurement: see the controls and void passes below.");
        } else {
            line("**Do not rely on these figures:**");
            line(bullets(summary.verdict().reasons()));
        }
    }

    private void table() {
        boolean references = Figures.anyReference(summary.variants());
        line("## Result");
        line("CPU in microseconds a request at " + plain(summary.rate())
                + " requests a second, gross, median of the rounds; change of the stack's CPU against the baseline of the"
                + " same group, median of the per-round ratios, with the exact signed-rank interval around the"
                + " Hodges-Lehmann estimate. A change is real where the interval leaves out zero. \"Parse\" is the"
                + " share of clients' Parse messages that the pooler passed on; p50 and p99 are response"
                + " times in milliseconds.");
        line(TextTable.markdown(Figures.titles(references), Figures.rows(summary.variants(), references))
                .strip());
        if (summary.variants().stream().anyMatch(v -> v.voidRounds() > 0)) {
            line("\\* rests on void passes too, because fewer than " + VariantFigures.ENOUGH
                    + " valid rounds were left.");
        }
        List<String> without = summary.variants().stream()
                .filter(v -> !v.baseline())
                .flatMap(v -> v.changeReason().map(reason -> v.label() + ": " + reason).stream())
                .toList();
        if (!without.isEmpty()) {
            line("No interval:");
            line(bullets(without));
        }
        if (references) {
            line("Reference: " + summary.reference()
                    + " It stands here to be compared in direction and size, not to be matched.");
        }
    }

    private void net() {
        List<List<String>> rows = summary.variants().stream()
                .filter(v -> v.netMicros().containsKey(PassRecord.STACK))
                .map(v -> Stream.concat(
                                Stream.of(v.label()),
                                PassRecord.GROUPS.stream().map(group -> Figures.micros(v.netMicros(), group)))
                        .toList())
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        line("## Net of the idle baseline");
        line(
                "The same CPU in microseconds a request, less what each stack uses per second when nobody asks it anything,"
                        + " divided by the rate. Compare figures of different rates by these.");
        line(TextTable.markdown(
                        Stream.concat(Stream.of("variant"), PassRecord.GROUPS.stream())
                                .toList(),
                        rows)
                .strip());
    }

    private void controls() {
        line("## Null control");
        line(
                "Each baseline is measured twice in each round. The second measurement is treated like a variant: what it shows"
                        + " as a change is noise, and its interval has to contain zero.");
        line(bullets(summary.groups().stream()
                .map(group -> group.name() + ": " + TerminalReport.control(group) + change(group))
                .toList()));
    }

    private String change(Group group) {
        return summary.variants().stream()
                .filter(v -> v.id().equals(group.control()))
                .flatMap(v -> v.change().stream())
                .map(c -> " (" + Figures.percent(c.median()) + ", " + Figures.interval(c) + ")")
                .collect(Collectors.joining());
    }

    private void warmUp() {
        Summary.WarmUps warmUps = summary.warmUps();
        if (warmUps.starts() == 0) {
            return;
        }
        line("## Warm-up");
        line("Stacks were started and warmed up " + warmUps.starts() + " times; in " + warmUps.settled()
                + " of them the JIT compilers used at most " + Figures.share(StackWarmUp.JIT_LIMIT)
                + " of the last cycle's time"
                + warmUps.jitShare()
                        .map(share -> ", the most they used was " + Figures.share(share))
                        .orElse("")
                + ". Where they used more, the first passes paid for compiling.");
    }

    private void machine() {
        line("## Machine");
        Optional<JsonNode> environment = summary.environment();
        if (environment.isEmpty()) {
            line("Not recorded.");
            return;
        }
        List<String> rows = new ArrayList<>();
        environment.get().properties().forEach(entry -> {
            if (entry.getValue().isValueNode() && !entry.getKey().equals("command")) {
                rows.add(entry.getKey() + ": " + entry.getValue().asText());
            }
        });
        line(bullets(rows));
    }

    private void work() {
        line("## Equal work");
        line(
                "Statements a request as the server counted them, from before the settle time of each pass to after its last"
                        + " answer. The queries of all variants of a group must agree.");
        List<List<String>> rows = summary.variants().stream()
                .map(v -> v.statements()
                        .map(s -> List.of(
                                v.label(),
                                digits(s.queries()),
                                digits(s.transactionControl()),
                                digits(s.resets()),
                                s.source()))
                        .orElse(List.of(v.label(), "-", "-", "-", "not counted")))
                .toList();
        line(TextTable.markdown(List.of("variant", "queries", "transaction control", "resets", "source"), rows)
                .strip());
        List<List<String>> parses = summary.variants().stream()
                .flatMap(v -> v
                        .parse()
                        .map(p -> List.of(v.label(), Long.toString(p.fromClients()), Long.toString(p.toServers())))
                        .stream())
                .toList();
        if (!parses.isEmpty()) {
            line("Parse messages at the pooler, over all rounds:");
            line(TextTable.markdown(List.of("variant", "from clients", "to servers"), parses)
                    .strip());
        }
    }

    private void latencies() {
        line("## Latency");
        line("Milliseconds. Response time counts from when the request was due, service time from when it was sent.");
        List<List<String>> rows = summary.variants().stream()
                .flatMap(v -> v
                        .response()
                        .flatMap(r -> v.service()
                                .map(s -> List.of(
                                        v.label(),
                                        millis(r.p50()),
                                        millis(r.p90()),
                                        millis(r.p99()),
                                        millis(r.p999()),
                                        millis(r.max()),
                                        millis(s.p50()),
                                        millis(s.p99()))))
                        .stream())
                .toList();
        line(TextTable.markdown(
                        List.of("variant", "p50", "p90", "p99", "p99.9", "max", "service p50", "service p99"), rows)
                .strip());
        List<String> errors = summary.variants().stream()
                .filter(v -> !v.errors().isEmpty())
                .map(v -> v.label() + ": " + v.errors())
                .toList();
        line(errors.isEmpty() ? "No request failed." : "Failed requests, over all passes:");
        if (!errors.isEmpty()) {
            line(bullets(errors));
        }
    }

    private void voids() {
        line("## Void passes");
        line("A pass is void for reasons that do not look at its CPU figure; it is run again at most twice. "
                + summary.voidPasses().size() + " of " + summary.passes() + " passes are void.");
        if (summary.voidPasses().isEmpty()) {
            return;
        }
        line(TextTable.markdown(
                        List.of("pass", "round", "attempt", "variant", "reasons"),
                        summary.voidPasses().stream()
                                .map(v -> List.of(
                                        Integer.toString(v.pass()),
                                        Integer.toString(v.round()),
                                        Integer.toString(v.attempt()),
                                        v.variant(),
                                        String.join("; ", v.reasons())))
                                .toList())
                .strip());
    }

    private void settings() {
        line("## Settings");
        line(bullets(summary.variants().stream()
                .filter(variant -> !variant.control())
                .map(variant -> variant.label() + ": "
                        + variant.settings().entrySet().stream()
                                .map(e -> e.getKey() + " " + e.getValue())
                                .collect(Collectors.joining(", ")))
                .toList()));
        summary.environment()
                .map(e -> e.path("settings"))
                .ifPresent(stacks -> stacks.properties().forEach(stack -> {
                    line("As the running processes report them, " + stack.getKey() + ":");
                    List<String> rows = new ArrayList<>();
                    stack.getValue()
                            .properties()
                            .forEach(s ->
                                    rows.add(s.getKey() + " = " + s.getValue().asText()));
                    line("```\n" + String.join("\n", rows) + "\n```");
                }));
    }

    private void reproduce() {
        line("## How to reproduce");
        line("```\n"
                + summary.environment()
                        .map(e -> e.path("command").asText())
                        .filter(command -> !command.isEmpty())
                        .orElse("./lab run " + summary.recipe())
                + "\n```");
        line(
                "The recipe in effect is recipe.yaml beside this file, the raw readings are in passes/; `./lab report DIR` computes"
                        + " this report anew from them.");
    }

    private void limits() {
        line("## What may not be concluded");
        line(bullets(List.of(
                "Figures of one machine, one rate and one workload. The change in percent depends on how much else a request"
                        + " does: a service that does more per statement sees a smaller one.",
                "On loopback the kernel charges network work to the sender, so the split between api, pooler and postgres is"
                        + " indicative; only their sum is clean.",
                "CPU time a request is not latency, and not the highest rate the stack can reach.",
                "Variants of different groups were not paired: compare their changes, not their microseconds.",
                "An interval that contains zero does not show that there is no difference, only that this many rounds cannot"
                        + " tell.",
                "Several variants are looked at, each at 95 %: of twenty true zeros one may look real.")));
    }

    private void line(String text) {
        out.append(text).append("\n\n");
    }

    private static String bullets(List<String> items) {
        return items.stream().map(item -> "- " + item).collect(Collectors.joining("\n"));
    }

    private static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static String digits(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String millis(double micros) {
        return String.format(Locale.ROOT, "%.2f", micros / 1e3);
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
