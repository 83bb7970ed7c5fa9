/**
 * What is done: the published object model of twelve classes, the blocks of objects a database is filled with, and the query.
 *
 * <p>In: nothing but a constant seed. Out: ordinary Java objects that know no database. For example {@code new Block().m1.get(0).m2}
 * holds one to three M2 of the same block, and {@link dev.espalier.lab.workload.BenchmarkQuery#matches} holds for exactly 4 of the
 * block's 100,000 M1.
 */
package dev.espalier.lab.workload;
