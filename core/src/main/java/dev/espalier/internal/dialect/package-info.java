/**
 * The differences between engines: the text of the neutral SQL, the types of columns, the way values are bound and read. Also the meaning of error codes,
 * and the fastest road for many rows.
 *
 * <p><b>In:</b> trees of {@link dev.espalier.internal.sql}, tables and indexes of {@link dev.espalier.internal.schema}, values. <b>Out:</b> {@link
 * dev.espalier.internal.sql.Statement}s, and values bound to and read from JDBC. {@link dev.espalier.internal.dialect.Dialect} is generic; each
 * engine's file holds only its differences. A new engine is one more file here and a line in {@link
 * dev.espalier.internal.dialect.Dialects}.
 *
 * <p>Example: {@code InIds(o.id, [3, 5])} becomes {@code "o"."id" IN (?, ?)} on PostgreSQL, {@code "o"."id" IN
 * (SELECT value FROM json_each(?))} on SQLite and {@code `o`.`id` IN (3,5)} on MySQL.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.dialect;
