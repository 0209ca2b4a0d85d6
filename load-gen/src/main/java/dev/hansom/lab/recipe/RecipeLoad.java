package dev.hansom.lab.recipe;

import dev.hansom.lab.load.LoadSpec;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * The load of a recipe.
 *
 * @param rate requests a second
 * @param connections of the generator to the API
 * @param slice the measured window of a pass
 * @param settle the same load before the window, not measured, at least a second
 * @param timeout a request older than this is an error
 * @param warmUp what a stack gets after its start
 * @param requests with paths in place of URIs
 */
public record RecipeLoad(
        double rate,
        int connections,
        Duration slice,
        Duration settle,
        Duration timeout,
        WarmUp warmUp,
        List<LoadSpec.Request> requests) {

    public RecipeLoad {
        requests = List.copyOf(requests);
    }

    /**
     * Cycles of load and pause: compilers catch up in the pauses.
     *
     * @param cycles at least 1
     * @param maxCycles as many more as it takes until the JIT compilers are silent, up to this
     * @param load of each
     * @param pause after each
     * @param rateFactor its rate as a multiple of the measured one
     */
    public record WarmUp(int cycles, int maxCycles, Duration load, Duration pause, double rateFactor) {

        /** The cycles that are always run. */
        public Duration total() {
            return load.plus(pause).multipliedBy(cycles);
        }
    }

    /** Load for a measured pass against an API. */
    public LoadSpec pass(URI api) {
        return spec(api, rate, slice, settle);
    }

    /** Load of one warm-up cycle. */
    public LoadSpec warmUp(URI api) {
        return spec(api, rate * warmUp.rateFactor(), warmUp.load(), Duration.ZERO);
    }

    /** The same load at another rate. */
    public RecipeLoad withRate(double newRate) {
        return new RecipeLoad(newRate, connections, slice, settle, timeout, warmUp, requests);
    }

    private LoadSpec spec(URI api, double requestsPerSecond, Duration window, Duration before) {
        String root = api.toString().replaceAll("/$", "");
        return new LoadSpec(
                requests.stream()
                        .map(r -> new LoadSpec.Request(r.method(), root + r.uri(), r.body(), r.weight()))
                        .toList(),
                requestsPerSecond,
                window,
                before,
                connections,
                timeout);
    }
}
