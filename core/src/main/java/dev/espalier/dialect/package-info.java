/**
 * The differences between engines: the text of the neutral SQL, the types of columns, the way values are bound and read. Also the meaning of error codes,
 * and the fastest road for many rows.
 *
 * <p><b>In:</b> trees of {@link dev.espalier.sql}, tables and indexes of {@link dev.espalier.schema}, values. <b>Out:</b> {@link
 * dev.espalier.sql.Statement}s, and values bound to and read from JDBC. {@link dev.espalier.dialect.Dialect} is generic; each
 * engine's file holds only its differences. A new engine is one more file here and a line in {@link
 * dev.espalier.dialect.Dialects}.
 *
 * <p>Example: {@code InIds(o.id, [3, 5])} becomes {@code "o"."id" IN (?, ?)} on PostgreSQL, {@code "o"."id" IN
 * (SELECT value FROM json_each(?))} on SQLite and {@code `o`.`id` IN (3,5)} on MySQL.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.dialect;
