/**
 * Explains a search: its strategy, its statements, and the indexes that are missing.
 *
 * <p><b>In:</b> each statement of a search, with its rows and its time. <b>Out:</b> an {@link dev.espalier.internal.search.explanation.Explanation} with the {@link
 * dev.espalier.internal.search.explanation.Strategy} and its reason; {@link dev.espalier.internal.search.explanation.Advice}, for which {@link dev.espalier.internal.search.explanation.Advisor} examines the statements afterwards, if asked.
 *
 * <p>Example: {@code SELECT id FROM order WHERE due < ?} without an index on {@code due} is advised to have one.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.search.explanation;
