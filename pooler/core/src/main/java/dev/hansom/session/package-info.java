@NullMarked
package dev.hansom.session;

import org.jspecify.annotations.NullMarked;
