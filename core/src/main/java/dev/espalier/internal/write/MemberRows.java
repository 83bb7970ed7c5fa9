package dev.espalier.internal.write;

import dev.espalier.internal.model.Containers;
import dev.espalier.internal.schema.LinkTable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
    /** Empty for everything but maps. */
    private final List<Object> keys;

    private final List<Object> elements;
    private final Object[][] rows;

    /** Takes the members of a collection as they are now. */
    MemberRows(LinkTable link, Object container, BitSet blocks, Encoder encoder) {
        Containers containers = link.attribute().containers();
        boolean isMap = link.key() != null;
        this.encoder = encoder;
        this.keys = new ArrayList<>(isMap ? containers.size(container) : 0);
        this.elements = new ArrayList<>(containers.size(container));
        containers.forEach(container, (position, key, element) -> {
            if (isMap) {
                keys.add(key);
            }
            elements.add(element);
        });
        this.rows = new Object[elements.size()][];
        blocks.stream().forEach(block -> {
            int to = Math.min(rows.length, (block + 1) * MemberBlocks.BLOCK);
            for (int i = block * MemberBlocks.BLOCK; i < to; i++) {
                get(i);
            }
        });
    }

    @Override
    public Object[] get(int index) {
        if (rows[index] == null) {
            rows[index] = encoder.row(index, keys.isEmpty() ? null : keys.get(index), elements.get(index));
        }
        return rows[index];
    }

    @Override
    public int size() {
        return rows.length;
    }
}
