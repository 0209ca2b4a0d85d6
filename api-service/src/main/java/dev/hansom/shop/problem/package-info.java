@NullMarked
package dev.hansom.shop.problem;

import org.jspecify.annotations.NullMarked;
