package dev.espalier.internal.write;

/** What a transaction does to the database, as data that can be sent several times. {@link WriteSender} sends it. */
public sealed interface Write permits WriteSet, Deletion {}
