package dev.espalier.internal.catalog.index;

/** An index level: which fields have indexes. The database keeps its name. */
public record Indexing(String name, boolean values, boolean relations) {}
