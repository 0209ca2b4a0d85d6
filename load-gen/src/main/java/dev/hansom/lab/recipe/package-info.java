@NullMarked
package dev.hansom.lab.recipe;

import org.jspecify.annotations.NullMarked;
