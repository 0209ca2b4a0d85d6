@NullMarked
package dev.hansom.engine;

import org.jspecify.annotations.NullMarked;
