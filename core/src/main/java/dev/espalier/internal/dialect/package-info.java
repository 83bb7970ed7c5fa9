/**
 * The SQL of an engine: the text of the neutral SQL tree, the types of columns, the limits, the way values are bound and read.
 *
 * <p><b>In:</b> trees of {@link dev.espalier.internal.sql}, tables and indexes of {@link dev.espalier.internal.schema}, values. <b>Out:</b> {@link
 * dev.espalier.internal.sql.Statement}s, and values bound to and read from JDBC. {@link dev.espalier.internal.dialect.Dialect} is generic; each
 * engine has a subclass with its differences, in its package below {@code dev.espalier.internal.engine}.
 *
 * <p>Example: {@code InIds(o.id, [3, 5])} becomes {@code "o"."id" IN (?, ?)} on PostgreSQL, {@code "o"."id" IN
 * (SELECT value FROM json_each(?))} on SQLite and {@code `o`.`id` IN (3,5)} on MySQL.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.dialect;
