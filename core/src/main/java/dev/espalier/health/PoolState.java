package dev.espalier.health;

/**
 * The connection pool of an open database at one moment. Connections that the library opens beside the pool, for bulk loads and index builds, are not counted.
 *
 * @param size the maximum number of connections, {@link dev.espalier.Settings#poolSize}
 * @param open the connections that are open
 * @param inUse those of them that are in use
 * @param waiting the threads that wait for one
 */
public record PoolState(int size, int open, int inUse, int waiting) {}
