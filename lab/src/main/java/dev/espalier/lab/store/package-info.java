/**
 * The stores for packs of lookups: rows by key, and sets of UUIDs, in SQL databases, in servers of other protocols and in the process
 * itself.
 *
 * <p>In: rows or keys, which are functions of a seed. Out: sessions that answer for one key or several, each a
 * {@link dev.espalier.lab.workload.Session}. For example {@code new RedisStore(...).prepare(rows)} and then {@code connect().read(ids)}.
 *
 * <p>A store does not know which keys are drawn, how often, or by how many threads.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.store;
