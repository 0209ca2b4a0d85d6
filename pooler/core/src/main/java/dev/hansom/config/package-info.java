@NullMarked
package dev.hansom.config;

import org.jspecify.annotations.NullMarked;
