package dev.hansom.lab.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code doctor}: says what this machine lets the lab measure, and suggests a rate. Takes about three seconds. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Looks at what this machine lets the lab measure, and suggests a rate.",
        footer = {
            "",
            "Exit codes: 0 measuring works here, 1 the tool failed, 2 bad options, 3 something needed is missing."
        })
public final class DoctorCommand implements Callable<Integer> {

    /** Enough to measure, and far from where queues form. */
    private static final double BUSY_SHARE = 0.5;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Option(names = "--json", description = "Print the findings as one JSON object.")
    private boolean json;

    @Option(
            names = "--request-cpu",
            paramLabel = "MICROS",
            description =
                    "CPU time of one request over the whole stack and the generator, for the suggested rate. Take it"
                            + " from a run on this machine. Default: ${DEFAULT-VALUE} us, a guess.")
    private double requestMicros = 1_500;

    @Override
    public Integer call() throws InterruptedException {
        if (!(requestMicros > 0)) {
            command.commandLine().getErr().println("doctor: --request-cpu must be above zero");
            return ExitCode.BAD_CONFIGURATION;
        }
        List<Finding> findings = new ArrayList<>(MachineFindings.all());
        QuietFindings quiet = QuietFindings.watch();
        findings.addAll(quiet.all());
        findings.addAll(ProgramFindings.all());
        findings.add(rate(quiet.foreignShare()));
        command.commandLine().getOut().print(json ? json(findings) : text(findings));
        command.commandLine().getOut().flush();
        return failed(findings) ? ExitCode.FAILED : ExitCode.PASS;
    }

    private Finding rate(double foreignShare) {
        int cores = Runtime.getRuntime().availableProcessors();
        double free = cores * Math.max(0, BUSY_SHARE - foreignShare);
        long rate = round(free * 1e6 / requestMicros);
        Map<String, Object> values = Map.of("rate", rate, "requestMicros", requestMicros, "busyShare", BUSY_SHARE);
        String sum = String.format(
                Locale.ROOT,
                "%d/s: %d cores, %.0f %% busy at most less %.0f %% other load, at %.0f us of CPU a request",
                rate,
                cores,
                100 * BUSY_SHARE,
                100 * foreignShare,
                requestMicros);
        return rate == 0
                ? Finding.warn("suggested rate", sum, "the machine is too busy to measure on", values)
                : Finding.ok("suggested rate", sum, values);
    }

    /** Down to one significant digit and a half: 1, 1.5, 2, 2.5 ... times a power of ten. */
    static long round(double rate) {
        if (rate < 1) {
            return 0;
        }
        double step = Math.max(0.5, Math.pow(10, Math.floor(Math.log10(rate))) / 2);
        return (long) (Math.floor(rate / step) * step);
    }

    private static boolean failed(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.level() == Finding.Level.FAIL);
    }

    private static String text(List<Finding> findings) {
        StringBuilder out = new StringBuilder();
        for (Finding finding : findings) {
            String mark = switch (finding.level()) {
                case OK -> "ok  ";
                case WARN -> "warn";
                case FAIL -> "FAIL";
            };
            out.append(String.format(Locale.ROOT, "%s  %-14s  %s%n", mark, finding.name(), finding.text()));
            if (!finding.advice().isEmpty()) {
                out.append(String.format(Locale.ROOT, "%4s  %-14s  > %s%n", "", "", finding.advice()));
            }
        }
        return out.toString();
    }

    private static String json(List<Finding> findings) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (Finding finding : findings) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("level", finding.level().name().toLowerCase(Locale.ROOT));
            one.put("text", finding.text());
            one.put("advice", finding.advice());
            one.put("values", finding.values());
            all.put(finding.name(), one);
        }
        return LoadReport.toJson(Map.of("ok", !failed(findings), "findings", all));
    }
}
