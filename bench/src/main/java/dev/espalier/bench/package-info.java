/**
 * Published benchmarks of object databases, measured alike: {@code oo7} and {@code poleposition}.
 *
 * <p>In: a {@link dev.espalier.bench.Benchmark}, its spec and a target. Out: a {@link dev.espalier.bench.BenchResult}, which has for each operation and subject
 * the time, beside that of hand-written JDBC. For example {@code T1} of OO7 takes 1.20 times as long.
 *
 * <p>{@link dev.espalier.bench.BenchRun} measures, counts and compares. The package also has the code that subjects share in all benchmarks:
 * {@code Statements}, {@code HibernateSession}, {@code Drivers}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.bench;
