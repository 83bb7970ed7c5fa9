package dev.espalier.write;

import java.util.Map;
import java.util.Objects;

/**
 * What an object's fields were when it was stored or loaded, as hashes of 64 bits: of the values in its own columns, of the ids there,
 * and of its collections. An object whose fingerprint is the same is taken for unchanged; for one change to go unseen, two contents out of
 * 18 quintillion would have to meet, and which ones these are differs from one process to the next.
 *
 * @param uniques of {@code @Unique} fields once more: says whether to look for the objects that have the new values
 * @param blocks of the large collections, by the names of their attributes: where a collection has changed. They say nothing that {@code collections} does
 *     not say, so they are not compared
 */
public record Fingerprint(long columns, long references, long collections, long uniques, Map<String, MemberBlocks> blocks) {

    /** The fingerprint of an object without large collections. */
    public Fingerprint(long columns, long references, long collections, long uniques) {
        this(columns, references, collections, uniques, Map.of());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that && columns == that.columns && references == that.references && collections == that.collections
                && uniques == that.uniques;
    }

    @Override
    public int hashCode() {
        return Objects.hash(columns, references, collections, uniques);
    }
}
