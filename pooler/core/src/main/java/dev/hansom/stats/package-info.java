@NullMarked
package dev.hansom.stats;

import org.jspecify.annotations.NullMarked;
