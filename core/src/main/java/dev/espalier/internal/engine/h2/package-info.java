/**
 * H2 from 2.3, embedded in this process: a file, or memory.
 *
 * <p><b>In:</b> the tree of a query, a driver's error, a URL. <b>Out:</b> the SQL, the meaning and the settings that H2 wants.
 *
 * <p>Example: a set of ids travels as one array, {@code "o"."id" = ANY(?)}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.engine.h2;
