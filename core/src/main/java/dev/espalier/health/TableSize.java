package dev.espalier.health;

/**
 * The size of a table, as its engine counts it.
 *
 * @param table its name
 * @param rowBytes the bytes of its rows
 * @param indexBytes the bytes of its indexes, without the one of the primary key if that holds the rows
 */
public record TableSize(String table, long rowBytes, long indexBytes) {}
