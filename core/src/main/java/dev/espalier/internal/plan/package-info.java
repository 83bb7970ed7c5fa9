/**
 * Plans queries: resolves names to attributes, converts values to the form of their columns, and makes implicit meaning explicit.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.plan.Request}: a {@link dev.espalier.internal.rql.RqlQuery}, its root class, variables and parameters, and the
 * kind of result; and the {@link dev.espalier.internal.model.ObjectModel}. <b>Out:</b> a {@link dev.espalier.internal.plan.Plan}, or a {@link
 * dev.espalier.error.QueryException} with the position of the error.
 *
 * <p>A {@link dev.espalier.internal.plan.Condition} applies to one row: an object, or a member of a collection. A {@link dev.espalier.internal.plan.Step} leads to
 * other rows. A {@link dev.espalier.internal.plan.FieldRef} names a field of a row. Logic has two truth values here.
 *
 * <p>Example: {@code m2.n3.value != 976} on {@code M1}, where {@code m2} is a list and {@code n3} a reference, becomes
 *
 * <pre>
 * some member of m2
 *   some object of its target
 *     some object of n3
 *       not value = 976
 * </pre>
 *
 * <p>The meaning of a path:
 *
 * <ul>
 *   <li>A path reaches slots. A slot is a field of an object, or one member of a collection; it may be empty.
 *   <li>A predicate is true if one of the slots fulfils it. A negation inside the predicate ({@code !=}, {@code NOT IN}, {@code NOT MATCH},
 *       {@code IS NOT}) applies to the single slot: an empty slot is not equal to 5, and not in a list.
 *   <li>A comparison with {@code NULL} is false, except {@code !=}, which is true.
 *   <li>{@code IS NULL} is also true if no slot is reached.
 *   <li>{@code IS EMPTY} is true if a reached owner has no members, or no owner is reached. An object without the field is no owner.
 *   <li>{@code COUNT} counts each object once, and each value as often as it occurs. Other aggregates use each slot once.
 *   <li>{@code MERGE} at the top of a query without {@code ORDER BY} lists the objects of its first part before those that the second adds.
 *       Elsewhere it is {@code OR}.
 * </ul>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.plan;
