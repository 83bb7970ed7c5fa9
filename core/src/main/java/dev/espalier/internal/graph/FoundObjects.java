package dev.espalier.internal.graph;

/**
 * The objects that one relation has led to.
 *
 * @param relation the relation with its class, or the class if no relation did
 */
record FoundObjects(String relation, ObjectBatch batch) {}
