/** Conversations with a PostgreSQL server, and what tells whether two servers answer them alike. */
@NullMarked
package dev.hansom.testkit.conformance;

import org.jspecify.annotations.NullMarked;
