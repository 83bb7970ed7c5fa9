/**
 * PostgreSQL from 15.
 *
 * <p><b>In:</b> the tree of a query, a driver's error, a URL. <b>Out:</b> the SQL, the meaning and the settings that PostgreSQL and its driver want.
 *
 * <p>Example: many ids are one constant array, {@code "o"."id" = ANY(CAST('{3,5}' AS bigint[]))}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.engine.postgresql;
