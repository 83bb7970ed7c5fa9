/**
 * Queries that the compiler checks: paths are methods of generated classes, conditions are Java expressions.
 *
 * <p><b>In:</b> the classes that {@code espalier-processor} generates for those marked {@link dev.espalier.annotation.Typed}, and Java
 * values. <b>Out:</b> a {@link dev.espalier.typed.Selection} or {@link dev.espalier.typed.Columns}, the syntax tree of a query or of a selection as if it had been read from text; a
 * {@code Database} takes it as that text.
 *
 * <p>Example:
 *
 * <pre>{@code
 * import static dev.espalier.typed.Words.*;
 *
 * db.query(Person.class, Person_.friends().hobby().eq("golf")
 *         .and(any(Person_.cars(), Car_.modelYear().in(from(1971).to(1974)).and(Car_.price().lt(5000))))
 *         .orderBy(Person_.age().descending()))
 * }</pre>
 *
 * is {@code friends.hobby = 'golf' AND cars(modelYear IN ([1971..1974]) AND price < 5000) ORDER BY age DESC}.
 *
 * <p>The rows of a selection are {@link dev.espalier.typed.Words#columns columns} of {@link dev.espalier.typed.Formula formulas}, with the {@link
 * dev.espalier.typed.Functions functions} of selections: {@code columns(year(Person_.born()).as("year"), count())} is {@code year(born) AS year, COUNT(*)}.
 *
 * <p>A word that RQL writes before a path ({@code ANY}, {@code COUNT}, {@code NOT} ...) is a function of {@link dev.espalier.typed.Words}; a word behind
 * the path is a method. Everything here is unchanging.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.typed;
