@NullMarked
package dev.hansom.pool;

import org.jspecify.annotations.NullMarked;
