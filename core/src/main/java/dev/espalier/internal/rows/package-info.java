/**
 * Makes the rows of a selection from the values of objects: computes, groups, sorts.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.plan.RowPlan}, and the {@link dev.espalier.internal.search.selection.SourceRow} of each object. <b>Out:</b> the values of each
 * row, in the order of the columns.
 *
 * <p>Example: {@code year(due), COUNT(lines)} on the orders of two years becomes {@code [2025, 3]} and {@code [2026, 5]}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.rows;
