/**
 * The questions of TPC-H (Transaction Processing Performance Council, revision 3), asked by selections and by hand-written SQL.
 *
 * <p>In: a target and a scale. Out: for each of the 22 questions how many rows it has, and how long a selection and the SQL take. For example question 6 has one
 * row, the revenue that a year's small discounts cost.
 *
 * <p>{@link dev.espalier.bench.tpch.TpchQuestion} has the questions, each in both languages. The data are of a generator of this package, so that results are none
 * of TPC-H.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.bench.tpch;
