package dev.espalier.internal.write;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an object's fields were when it was stored or loaded, as hashes of 64 bits: of the values in its own columns, of the ids there,
 * and of its collections. An object whose fingerprint is the same is taken for unchanged; for one change to go unseen, two contents out of
 * 18 quintillion would have to meet, and which ones these are differs from one process to the next.
 *
 * @param uniques of {@code @Unique} fields once more: says whether to look for the objects that have the new values
 * @param blocks of the large collections, by the names of their attributes: where a collection has changed. They say nothing that {@code collections} does
 *     not say, so they are not compared. Also of each inverse that holds one object: its id, see {@link MemberBlocks#ofOne}; an inverse is not stored, so it
 *     is not compared either
 */
public record Fingerprint(
        long columns, long references, long collections, long uniques, Map<String, MemberBlocks> blocks) {

    /** The fingerprint of an object without large collections. */
    public Fingerprint(long columns, long references, long collections, long uniques) {
        this(columns, references, collections, uniques, Map.of());
    }

    /** The id of the object that an inverse held; 0 for none. */
    long one(String inverse) {
        MemberBlocks block = blocks.get(inverse);
        return block == null ? 0 : block.hashes()[0];
    }

    /** Whether it is the object that an inverse held, whatever its id is now. */
    boolean isOne(String inverse, Object member) {
        MemberBlocks block = blocks.get(inverse);
        WeakReference<Object> one = block == null ? null : block.one();
        return one != null && one.refersTo(member);
    }

    /** The same fingerprint of an object whose inverse holds the object with that id; null and 0 for none. */
    Fingerprint withOne(String inverse, @Nullable Object member, long id) {
        Map<String, MemberBlocks> changed = new HashMap<>(blocks);
        if (member == null || id == 0) {
            changed.remove(inverse);
        } else {
            changed.put(inverse, MemberBlocks.ofOne(member, id));
        }
        return new Fingerprint(columns, references, collections, uniques, changed.isEmpty() ? Map.of() : changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that
                && columns == that.columns
                && references == that.references
                && collections == that.collections
                && uniques == that.uniques;
    }

    @Override
    public int hashCode() {
        return Objects.hash(columns, references, collections, uniques);
    }
}
