@NullMarked
package dev.hansom.lab.cli;

import org.jspecify.annotations.NullMarked;
