/**
 * A small neutral SQL tree in which both flows, searching and loading, end before any engine's text is made.
 *
 * <p><b>In:</b> tables and columns of {@link dev.espalier.schema} and values. <b>Out:</b> {@link dev.espalier.sql.Query} trees
 * for {@link dev.espalier.dialect}. Every value is a {@link dev.espalier.sql.Expression.Bind}; no text of a user ever becomes
 * SQL text.
 *
 * <p>Example: the orders that are due:
 *
 * <pre>{@code
 * Source o = new Source(order, "o");
 * Select.of(o.column(0)).from(o).where(new Compare(o.column(2), SqlOperator.LESS, new Bind(ColumnType.DATE, day)))
 * }</pre>
 */
package dev.espalier.sql;
