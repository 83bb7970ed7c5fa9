/**
 * Executes plans: finds the ids of the roots, in order.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.plan.Plan} and a {@link dev.espalier.internal.jdbc.Session}. <b>Out:</b> a {@link
 * dev.espalier.internal.search.SearchResult}: the ids, and an {@link dev.espalier.internal.search.explanation.Explanation} with the chosen strategy and its reason, and the
 * text, rows and time of every statement.
 *
 * <p>{@link dev.espalier.internal.search.Search} answers for objects, {@link dev.espalier.internal.search.RowSearch} for the rows of selections. Each question is one {@code Execution}; {@code
 * RowExecution} reads the rows of its objects. {@code RootStatements} has the statements that give each object once, for readers that need no search before.
 *
 * <p>There are four {@link dev.espalier.internal.search.explanation.Strategy strategies}, executed by three classes. {@code Chooser} chooses.
 *
 * <ul>
 *   <li>{@code OneStatement} sends one statement: either with an EXISTS (a semi-join) for every path, which can express every condition, or with the
 *       intersection of the paths' results, which is fast if indexes lead along the paths.
 *   <li>{@code Steps} searches the most selective condition first, follows the relations backwards from there, set by set, and verifies the
 *       rest forwards from the few candidates. The sets are bitmaps of ids.
 *   <li>{@code Narrowing} intersects the two most selective paths by one statement, and verifies the others in steps.
 * </ul>
 *
 * <p>Below are the parts that all of them use: {@code ids}, sets of ids and pairs; {@code condition}, a condition as a predicate of SQL, its features and costs;
 * {@code explanation}; {@code total}, sums and numbers of what steps lead to; {@code selection}, the rows of a selection by one statement.
 *
 * <p>A plan's variables are evaluated first, each once, into {@code VariableResults}. {@code SetTraversal} follows steps a set at a time, also repeated
 * ones; {@code Recursion} does so inside one statement, which {@code Closures} asks for the rest of a chain of many objects. {@code Aggregates} computes sums and averages of the values that {@code Slots} reads. {@code
 * AncestorSearch} leads from the hits up to the roots.
 *
 * <p>{@code TopN} pushes a limit down into the statement; {@code KeyRangeScan} reads an index in its
 * order.
 *
 * <p>Example: {@code m2.n3.value = 976, m2.n3.m4.value = 770} on {@code M1} without indexes, in steps:
 *
 * <pre>
 * SELECT id FROM n3 WHERE value = ?                            1,018 ids
 * SELECT id FROM m2 WHERE n3_id IN (1,018 ids)                 1,021
 * SELECT owner FROM m1_m2 WHERE target IN (1,021 ids)          2,052 candidates
 * SELECT owner, target FROM m1_m2 WHERE owner IN (2,052 ids)   ... and so on to m4, down to 3
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.search;
