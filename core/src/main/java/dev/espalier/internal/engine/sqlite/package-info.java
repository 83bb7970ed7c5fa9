/**
 * SQLite: an embedded file, many readers, one writer at a time.
 *
 * <p><b>In:</b> the tree of a query, a driver's error, a URL. <b>Out:</b> the SQL, the meaning and the settings that SQLite and its driver want.
 *
 * <p>Example: a set of ids travels as one value, {@code "o"."id" IN (SELECT value FROM json_each(?))}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.engine.sqlite;
