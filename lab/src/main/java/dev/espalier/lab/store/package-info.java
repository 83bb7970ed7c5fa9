/**
 * What the packs of lookups fill and ask: rows by key, and sets of UUIDs, in SQL databases, in servers of other protocols and in the
 * process itself.
 *
 * <p>In: rows or keys, which are functions of a seed. Out: sessions that answer for one key or several, each a
 * {@link dev.espalier.lab.workload.Session}. For example {@code new RedisStore(...).prepare(rows)} and then {@code connect().read(ids)}.
 *
 * <p>A store never knows which keys are drawn, how often or by how many.
 */
package dev.espalier.lab.store;
