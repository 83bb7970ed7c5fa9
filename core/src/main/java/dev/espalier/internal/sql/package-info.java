/**
 * A small SQL tree in which both flows, storing and finding, end before the text of any engine is made.
 *
 * <p><b>In:</b> tables and columns of {@link dev.espalier.internal.schema} and values. <b>Out:</b> trees for {@link dev.espalier.internal.dialect}: a
 * {@link dev.espalier.internal.sql.Query} has rows, a {@link dev.espalier.internal.sql.Change} changes rows, a {@link dev.espalier.internal.sql.Definition} creates or drops
 * tables and indexes. Every value is a {@link dev.espalier.internal.sql.Expression.Bind}; no text of a user ever becomes SQL text.
 *
 * <p>Example: the orders that are due, and their deletion:
 *
 * <pre>{@code
 * Source o = new Source(order, "o");
 * Predicate isDue = new Compare(o.column(2), SqlOperator.LESS, new Bind(ColumnType.DATE, day));
 * Select.of(o, o.column(0)).where(isDue)      // SELECT o."id" FROM "order" o WHERE o."due" < ?
 * new Delete(order, isDue)                    // DELETE FROM "order" WHERE "due" < ?
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.sql;
