/**
 * Reads the rows of a selection by one statement.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.plan.RowPlan} and the statement that finds its objects. <b>Out:</b> a {@link dev.espalier.internal.search.selection.RowStatement}: {@link
 * dev.espalier.internal.search.selection.JoinedSources}, a row for each combination of the sources, or {@link dev.espalier.internal.search.selection.GroupedSources}, a row for each group, whose aggregates the engine
 * computes. A {@link dev.espalier.internal.search.selection.RowReading} takes what is read.
 *
 * <p>{@code SourceJoins} joins the tables of the sources. {@code FieldAggregate}, {@code WholeAggregate}, {@code DecimalAggregate} and {@code CaseAggregate} say
 * how the engine computes an aggregate as Java does: of a field, of a formula of whole numbers or of decimals, of a {@code CASE}. {@code WholeGroups} leaves out groups in
 * the statement, {@code RowTests} writes tests of rows and groups. Floats are added exactly by their levels: {@code FloatScale}, {@code FloatLevels}.
 *
 * <p>Example: {@code product.name, SUM(count)} of order lines is {@code SELECT n1.name, SUM(t0.count), COUNT(*) FROM line t0 LEFT JOIN product n1 ... GROUP BY n1.name}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.search.selection;
