/**
 * The benchmark OO7 (M. Carey, D. DeWitt, J. Naughton, 1993): a design of assemblies and parts, traversed, asked and changed.
 *
 * <p>In: a size, a target and subjects. Out: for each operation and subject the time, beside that of hand-written JDBC. For example {@code T1} visits all
 * 43,740 atomic parts that the assemblies of the small module use; its answer is this number for each subject.
 *
 * <p>{@link dev.espalier.bench.oo7.Oo7Operation} has the operations, each written once. A subject says by {@code Work} how objects come from the database and
 * how changed ones go there.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.bench.oo7;
