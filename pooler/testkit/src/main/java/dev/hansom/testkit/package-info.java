@NullMarked
package dev.hansom.testkit;

import org.jspecify.annotations.NullMarked;
