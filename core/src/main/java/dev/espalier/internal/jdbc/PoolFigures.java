package dev.espalier.internal.jdbc;

/**
 * The pool at one moment.
 *
 * @param size the maximum number of connections
 * @param open the connections that are open
 * @param inUse those of them that are in use
 * @param waiting the threads that wait for one
 */
public record PoolFigures(int size, int open, int inUse, int waiting) {}
