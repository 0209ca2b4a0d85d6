@NullMarked
package dev.hansom.pooler;

import org.jspecify.annotations.NullMarked;
