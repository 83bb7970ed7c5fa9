package dev.espalier.internal.write;

import java.lang.ref.WeakReference;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The members of a large collection when its owner was stored or loaded last: one hash of 64 bits for each block of consecutive members. Members have the
 * positions 0, 1, 2 and so on, so two of these show which rows of the collection's table differ. It takes an eighth of a byte for each member.
 *
 * @param size the number of members
 * @param hashes of the blocks, in order; not to be changed
 * @param one the member of a field that holds one; null for a collection
 */
public record MemberBlocks(
        int size, long[] hashes, @Nullable WeakReference<Object> one) {

    MemberBlocks(int size, long[] hashes) {
        this(size, hashes, null);
    }

    /** Smaller collections are read again: that takes less than a millisecond. */
    static final int LEAST_MEMBERS = 1_024;

    /** The number of members of a block. */
    static final int BLOCK = 64;

    /** More separate ranges of rows are not worth it: one reading of all rows takes less. */
    private static final int MOST_RANGES = 16;

    /** A field that is an inverse and holds one object: its id, and the object itself, which has no id when it was deleted. */
    static MemberBlocks ofOne(Object member, long id) {
        return new MemberBlocks(1, new long[] {id}, new WeakReference<>(member));
    }

    /**
     * The blocks in which the collection has changed.
     *
     * @return null if it has changed in so many places that all rows have to be compared
     */
    @Nullable
    Changed changedTo(MemberBlocks after) {
        BitSet blocks = new BitSet();
        for (int i = 0; i < after.hashes.length; i++) {
            if (i >= hashes.length || hashes[i] != after.hashes[i]) {
                blocks.set(i);
            }
        }
        Changed changed = new Changed(size, blocks);
        return changed.isWorthIt(after.size) ? changed : null;
    }

    /**
     * The blocks of a collection that may differ from the stored ones.
     *
     * @param stored the number of members that are stored
     * @param blocks the numbers of the blocks that are to be compared
     */
    public record Changed(int stored, BitSet blocks) {

        /** Both changes, of which the other one comes later. */
        Changed and(Changed later) {
            BitSet both = (BitSet) blocks.clone();
            both.or(later.blocks);
            return new Changed(stored, both);
        }

        /** The number of stored rows in these blocks. */
        int rows() {
            return blocks.stream()
                    .map(block -> Math.max(0, Math.min(BLOCK, stored - block * BLOCK)))
                    .sum();
        }

        /** Whether the collection is the same. */
        boolean isNothing(int size) {
            return blocks.isEmpty() && size == stored;
        }

        private boolean isWorthIt(int size) {
            int ranges = 0;
            for (int at = blocks.nextSetBit(0); at >= 0; at = blocks.nextSetBit(blocks.nextClearBit(at))) {
                ranges++;
            }
            int added = Math.max(0, size - stored);
            return ranges <= MOST_RANGES && ((long) blocks.cardinality() * BLOCK - added) * 2 <= stored;
        }
    }
}
