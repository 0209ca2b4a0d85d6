@NullMarked
package dev.hansom.lab;

import org.jspecify.annotations.NullMarked;
