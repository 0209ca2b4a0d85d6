@NullMarked
package dev.hansom.lab.stats;

import org.jspecify.annotations.NullMarked;
