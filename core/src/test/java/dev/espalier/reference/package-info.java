/**
 * What the language's reference page says is true.
 *
 * <p><b>In:</b> the examples of {@code docs/reference/rql.md}, one a line: {@code Person  age > 30  -> 1, 2}. <b>Out:</b> agreement of the
 * page, every executor and the naive evaluator on the objects of {@link dev.espalier.reference.Club}, which the page lists.
 */
package dev.espalier.reference;
