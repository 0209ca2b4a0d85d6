/** Targets for the fuzzer: {@code .ci/fuzz} runs them, {@link dev.hansom.fuzz.CorpusTest} replays what it has found. */
@NullMarked
package dev.hansom.fuzz;

import org.jspecify.annotations.NullMarked;
