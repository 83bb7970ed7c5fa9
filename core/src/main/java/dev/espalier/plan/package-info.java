/**
 * A syntax tree and a model become a plan: names resolved to attributes, values converted to what the columns hold, all that is meant
 * but not said spelled out.
 *
 * <p><b>In:</b> a {@link dev.espalier.plan.Request}: a {@link dev.espalier.rql.RqlQuery}, its root class, variables and parameters, and which
 * objects are wanted; and the {@link dev.espalier.model.ObjectModel}. <b>Out:</b> a {@link dev.espalier.plan.Plan}, or a {@link
 * dev.espalier.error.QueryException} with the place of what does not fit.
 *
 * <p>A {@link dev.espalier.plan.Condition} is asked of one row: an object, or a member of a collection. {@link
 * dev.espalier.plan.Step}s lead to other rows, {@link dev.espalier.plan.FieldRef}s name what stands in a row. Logic has two values here.
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
 * <p>Where the language leaves it open, this is what a path means. It reaches slots: a field of an object, or one member of a
 * collection; a slot may be empty. A predicate holds where one of the slots fulfils it, and what is negated inside the predicate
 * ({@code !=}, {@code NOT IN}, {@code NOT MATCH}, {@code IS NOT}) is negated for the single slot: an empty slot is not equal to 5 and not
 * in a list. A comparison with {@code NULL} is one with a missing value: false, and {@code !=} true. {@code IS NULL} also holds where
 * no slot is reached; {@code IS EMPTY} where an owner that is reached has no members, or no owner is reached; what lacks the field is no owner. {@code COUNT} counts
 * objects once each, and values as often as they occur; other aggregates are made of slots, once each. {@code MERGE} at the top of a query without {@code ORDER BY} lists what its first
 * part finds before what the second adds; anywhere else it is {@code OR}.
 */
package dev.espalier.plan;
