@NullMarked
package dev.hansom.state;

import org.jspecify.annotations.NullMarked;
