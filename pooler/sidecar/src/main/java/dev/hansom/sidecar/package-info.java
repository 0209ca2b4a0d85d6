@NullMarked
package dev.hansom.sidecar;

import org.jspecify.annotations.NullMarked;
