/**
 * The workloads: the published object model of twelve classes, the blocks of objects that fill a database, and the query.
 *
 * <p>In: nothing but a constant seed. Out: ordinary Java objects that know no database. For example {@code new Block().m1.get(0).m2}
 * holds one to three M2 of the same block, and {@link dev.espalier.lab.workload.BenchmarkQuery#matches} holds for exactly 4 of the
 * block's 100,000 M1.
 *
 * <p>And {@link dev.espalier.lab.workload.Workload}s: streams of operations for many connections, with all values drawn from a seed. They
 * use a target through a {@link dev.espalier.lab.workload.Session}. For example {@link dev.espalier.lab.workload.OltpWorkload}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.workload;
