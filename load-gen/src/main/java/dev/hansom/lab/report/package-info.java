@NullMarked
package dev.hansom.lab.report;

import org.jspecify.annotations.NullMarked;
