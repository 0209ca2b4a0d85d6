@NullMarked
package dev.hansom.shop;

import org.jspecify.annotations.NullMarked;
