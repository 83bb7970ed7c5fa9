/**
 * Query text to syntax tree, and back to text.
 *
 * <p><b>In:</b> the text of a query in RQL. <b>Out:</b> an {@link dev.espalier.internal.rql.RqlQuery}: the tree of its condition, its order and its bounds. Every
 * node has its position in the text. Or a {@link dev.espalier.error.QueryException} that names the place. Nothing
 * here knows a class, a field or a database: whether {@code m2} exists is asked by the next stage.
 *
 * <p>Example: {@code (m2.n3.value = 976, m2.m3.s4.value <> 50)} becomes
 *
 * <pre>
 * And
 *   Comparison  m2.n3.value     =   976
 *   Comparison  m2.m3.s4.value  !=  50
 * </pre>
 *
 * and is printed as {@code m2.n3.value = 976 AND m2.m3.s4.value != 50}.
 *
 * <p>Three steps: {@code Lexer} cuts the text into {@code Token}s; {@code Parser} builds the tree, with {@code ConditionParser}, {@code PredicateParser},
 * {@code PathParser} and {@code ValueParser} for its parts; {@code Printer} spells it out in its one canonical form.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.rql;
