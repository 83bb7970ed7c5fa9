/**
 * A plan becomes the ids of the roots it asks for, in the stated order.
 *
 * <p><b>In:</b> a {@link dev.espalier.plan.Plan} and a {@link dev.espalier.jdbc.Session}. <b>Out:</b> {@link
 * dev.espalier.search.SearchResult}: the ids, and an {@link dev.espalier.search.Explanation} of how they were found: the way that was chosen
 * and why, and for every statement its text, rows and time.
 *
 * <p>There are three {@link dev.espalier.search.Strategy}s, and {@code Chooser} chooses:
 *
 * <ul>
 *   <li>{@code OneStatement} asks once, either with an EXISTS for every path, which is right for every condition, or with the
 *       intersection of what each path finds, which is fast where indexes lead along the paths;
 *   <li>{@code Steps} asks for the leaf that promises fewest objects, walks the relations backwards from there, set by set, and verifies
 *       the rest of the condition forwards from the few candidates that are left. Sets of ids are bitmaps.
 * </ul>
 *
 * <p>A plan's variables are searched first, each once, into {@code VariableResults}. {@code SetTraversal} takes steps from objects to objects a set at a time,
 * again and again where they repeat; {@code Recursion} does so inside one statement. {@code Aggregates} makes sums and averages of what {@code Slots}
 * reads. {@code AncestorSearch} leads from what was found up to the roots.
 *
 * <p>What is known about the tables, in {@code Statistics}, comes from the engine's own estimates, all tables at once and for a minute;
 * a table is counted only where the engine has none and the choice depends on it. {@code TopN} hands a limit to the one statement. Where it is
 * wanted, {@code Advisor} goes through the statements afterwards and names the indexes that they lack.
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
package dev.espalier.search;
