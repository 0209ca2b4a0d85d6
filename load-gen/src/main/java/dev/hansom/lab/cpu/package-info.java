@NullMarked
package dev.hansom.lab.cpu;

import org.jspecify.annotations.NullMarked;
