/**
 * Evaluates formulas and tests: in the rows of selections, and in conditions.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.plan.PlannedFormula} or a {@link dev.espalier.internal.plan.PlannedTest}, and the values of one row. <b>Out:</b> the value of
 * the formula, or whether the test holds.
 *
 * <p>Values are computed here, and not by the engine, so that they are the same on every engine: decimals are exact, texts compare by code point, a week is that of
 * ISO 8601.
 *
 * <p>Example: {@code year(due)} in a row whose {@code due} is 2026-11-30 is 2026, and {@code count * price > 100} holds in a row with 3 and 40.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.formula;
