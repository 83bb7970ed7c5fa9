/**
 * The pack {@code everyday}: what a program does all day, on five small tables, by hand-written JDBC, by the library and by what else one would use.
 *
 * <p>In: a {@link dev.espalier.lab.spec.EverydaySpec} and a target. Out: an {@link dev.espalier.lab.result.EverydayResult}: for each operation and subject the median
 * with its interval, its ratio to {@code jdbc}, processor time, allocations, round trips and statements. All subjects work on the same tables, which the library makes.
 * Each implements {@link dev.espalier.lab.everyday.Operations}, one method for each operation.
 *
 * <p>Example: {@code new EverydayLab(spec, target, home, out).run(line -> {})}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.everyday;
