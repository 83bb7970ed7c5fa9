package dev.espalier.write;

/**
 * What an object's fields were when it was stored or loaded, as hashes of 64 bits: of the values in its own columns, of the ids there,
 * and of its collections. An object whose fingerprint is the same is taken for unchanged; for one change to go unseen, two contents out of
 * 18 quintillion would have to meet, and which ones these are differs from one process to the next.
 *
 * @param uniques of {@code @Unique} fields once more: says whether to look for the objects that have the new values
 */
public record Fingerprint(long columns, long references, long collections, long uniques) {}
