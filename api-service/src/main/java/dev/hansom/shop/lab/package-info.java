@NullMarked
package dev.hansom.shop.lab;

import org.jspecify.annotations.NullMarked;
