@NullMarked
package dev.hansom.quarkus;

import org.jspecify.annotations.NullMarked;
