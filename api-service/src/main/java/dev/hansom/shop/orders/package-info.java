@NullMarked
package dev.hansom.shop.orders;

import org.jspecify.annotations.NullMarked;
