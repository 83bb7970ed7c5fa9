package dev.espalier.catalog.index;

/** Which fields are indexed; the name is kept in the database. */
public record Indexing(String name, boolean values, boolean relations) {}
