@NullMarked
package dev.hansom.wire;

import org.jspecify.annotations.NullMarked;
