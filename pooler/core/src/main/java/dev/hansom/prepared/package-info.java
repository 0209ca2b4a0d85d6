@NullMarked
package dev.hansom.prepared;

import org.jspecify.annotations.NullMarked;
