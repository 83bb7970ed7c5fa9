/**
 * The pack {@code evolution}: classes of a filled database change, beside the same changes by hand in SQL.
 *
 * <p>In: an {@link dev.espalier.lab.spec.EvolutionSpec} and a target. Out: an {@link dev.espalier.lab.result.EvolutionResult}: the seconds of each change, of the
 * library and by hand in turn, in two databases with the same rows.
 *
 * <p>Example: {@code new EvolutionLab(spec, target, home, out).run(change -> {})}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.evolution;
