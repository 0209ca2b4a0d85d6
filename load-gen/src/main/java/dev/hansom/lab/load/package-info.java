@NullMarked
package dev.hansom.lab.load;

import org.jspecify.annotations.NullMarked;
