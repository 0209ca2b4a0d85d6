@NullMarked
package dev.hansom.benchmarks;

import org.jspecify.annotations.NullMarked;
