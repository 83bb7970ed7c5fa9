/**
 * Translates a condition on a row to a predicate of SQL, and says what that takes.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.plan.Condition} and the row that it is about, an {@link dev.espalier.internal.search.condition.SqlRow}. <b>Out:</b> a {@link
 * dev.espalier.internal.sql.Predicate}, made by {@link dev.espalier.internal.search.condition.SqlConditions}; the ways in which the condition can be evaluated, {@link
 * dev.espalier.internal.search.condition.RowAccess}; its estimated {@link dev.espalier.internal.search.condition.Costs}.
 *
 * <p>{@code ConstantComparison}, {@code PatternMatch}, {@code FieldComparison} and {@code FieldPresence} say what is asked of the row's columns. {@code StepJoins}
 * leads to the rows behind a step, {@code ReferenceJoins} joins each reference once, {@code Recursion} follows repeated steps inside one statement, and {@code
 * StatementScope} names the tables. {@code VariableResults} has the results of a plan's variables, which are evaluated first.
 *
 * <p>{@code Statistics} has the engine's own estimates of row counts, read for all tables together and valid for a minute. A table is counted only if the engine has no
 * estimate and the choice depends on it. {@code Sizes} estimates the rows of one statement.
 *
 * <p>Example: {@code maker.name = 'Acme'} on a product is {@code t1.name = ?}, with {@code JOIN maker t1 ON t1.id = t0.maker_id}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.search.condition;
