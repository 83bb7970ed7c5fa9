/**
 * Adds and counts what steps lead to, by statements that a condition or a sort key needs.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.search.total.Total}: a sum, an average or a number, and the steps to its values. <b>Out:</b> {@link dev.espalier.internal.search.total.TotalStatements} that give it for
 * each object; {@link dev.espalier.internal.search.total.ComparedTotals} that give the objects whose total fulfils a comparison; {@link dev.espalier.internal.search.total.Sums}, which adds exactly what the engine
 * cannot add.
 *
 * <p>Example: {@code SUM(lines.amount) > 25} asks {@code SELECT owner FROM order_lines ... GROUP BY owner HAVING SUM(amount) > ?}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.search.total;
