@NullMarked
package dev.hansom.shop.config;

import org.jspecify.annotations.NullMarked;
