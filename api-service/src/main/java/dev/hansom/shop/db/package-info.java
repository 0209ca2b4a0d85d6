@NullMarked
package dev.hansom.shop.db;

import org.jspecify.annotations.NullMarked;
