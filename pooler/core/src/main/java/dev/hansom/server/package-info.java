@NullMarked
package dev.hansom.server;

import org.jspecify.annotations.NullMarked;
