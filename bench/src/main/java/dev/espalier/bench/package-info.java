/**
 * Published benchmarks of object databases, measured alike: {@code oo7} and {@code poleposition}.
 *
 * <p>In: a {@link dev.espalier.bench.Benchmark}, its spec and a target. Out: a {@link dev.espalier.bench.BenchResult}, which has for each operation and subject
 * the time, beside that of hand-written JDBC. For example {@code T1} of OO7 takes 1.20 times as long.
 *
 * <p>{@link dev.espalier.bench.BenchRun} measures, counts and compares. What subjects have in common with each other in all benchmarks is here too:
 * {@code Statements}, {@code HibernateSession}, {@code Drivers}.
 */
package dev.espalier.bench;
