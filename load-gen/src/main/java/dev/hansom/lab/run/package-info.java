@NullMarked
package dev.hansom.lab.run;

import org.jspecify.annotations.NullMarked;
