/**
 * Four circuits of the benchmark PolePosition (S. Gehrke, C. Rösner and others, 2005 to 2012): FlatObject, NestedLists, InheritanceHierarchy and Complex.
 *
 * <p>In: a size, a target and subjects. Out: for each lap and subject the time, beside that of hand-written JDBC. For example the lap {@code read} of
 * NestedLists reads all nodes that can be reached from the root; its answer is the sum of the hash codes of their names.
 *
 * <p>{@link dev.espalier.bench.poleposition.Circuit} has the circuits, each with its laps, each written once. A subject says by {@code FlatObjects},
 * {@code NestedLists}, {@code Hierarchies} and {@code ComplexGraph} how objects come from the database and go there.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.bench.poleposition;
