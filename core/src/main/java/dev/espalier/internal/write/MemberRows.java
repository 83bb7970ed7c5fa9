package dev.espalier.internal.write;

import dev.espalier.internal.model.Containers;
import dev.espalier.internal.schema.LinkTable;
import java.util.AbstractList;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a large collection, of which hardly any is needed: those of the changed blocks are encoded at once, the others when somebody asks for them. For
 * one thread.
 */
final class MemberRows extends AbstractList<Object[]> {

    /** Makes the row of one member. */
    @FunctionalInterface
    interface Encoder {
        Object[] row(int position, @Nullable Object key, @Nullable Object element);
    }

    private final Encoder encoder;
    /** Null for everything but maps. */
    private final Object @Nullable [] keys;

    private final Object[] elements;
    /** Of each block of which a row was asked for. */
    private final Object[][][] rows;

    /** Takes the members of a collection as they are now. */
    MemberRows(LinkTable link, Object container, BitSet blocks, Encoder encoder) {
        this.encoder = encoder;
        Containers.Members members = link.attribute().containers().members(container);
        this.keys = members.keys();
        this.elements = members.elements();
        this.rows = new Object[elements.length / MemberBlocks.BLOCK + 1][][];
        blocks.stream().forEach(block -> {
            int to = Math.min(elements.length, (block + 1) * MemberBlocks.BLOCK);
            for (int i = block * MemberBlocks.BLOCK; i < to; i++) {
                get(i);
            }
        });
    }

    @Override
    public Object[] get(int index) {
        Object[][] block = rows[index / MemberBlocks.BLOCK];
        if (block == null) {
            block = new Object[MemberBlocks.BLOCK][];
            rows[index / MemberBlocks.BLOCK] = block;
        }
        int at = index % MemberBlocks.BLOCK;
        if (block[at] == null) {
            block[at] = encoder.row(index, keys == null ? null : keys[index], elements[index]);
        }
        return block[at];
    }

    @Override
    public int size() {
        return elements.length;
    }
}
