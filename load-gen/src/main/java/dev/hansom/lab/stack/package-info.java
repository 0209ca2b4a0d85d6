@NullMarked
package dev.hansom.lab.stack;

import org.jspecify.annotations.NullMarked;
