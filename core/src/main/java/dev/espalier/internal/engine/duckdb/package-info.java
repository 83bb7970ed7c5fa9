/**
 * DuckDB, embedded in this process: a file of columns. It finds rows without an index fast, and writes single rows slowly.
 *
 * <p><b>In:</b> the tree of a query, a driver's error, a URL. <b>Out:</b> the SQL, the meaning and the settings that DuckDB wants.
 *
 * <p>Example: {@code "Conflict on tuple deletion"} is a conflict: two transactions change one row.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.engine.duckdb;
