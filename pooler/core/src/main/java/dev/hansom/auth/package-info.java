@NullMarked
package dev.hansom.auth;

import org.jspecify.annotations.NullMarked;
