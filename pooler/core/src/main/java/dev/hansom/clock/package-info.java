@NullMarked
package dev.hansom.clock;

import org.jspecify.annotations.NullMarked;
