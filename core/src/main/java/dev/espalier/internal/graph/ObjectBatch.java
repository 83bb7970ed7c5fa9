package dev.espalier.internal.graph;

import dev.espalier.error.ModelException;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Slot;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Objects of one class as their rows describe them: made, their values set, what they refer to kept aside as ids. Column by column
 * in arrays, because an answer may have a million of them.
 */
final class ObjectBatch {

    private static final int LEAST = 2;
    private static final int MOST_EXPECTED = 1_000;

    final ClassLayout layout;
    int size;
    long[] ids;
    int[] versions;
    /** An object, or the {@link RecordValues} of a record that is not constructed yet. */
    Object[] objects;
    /** For each of the layout's references the ids referred to; 0 for none. */
    final long[][] references;
    /** For each of the layout's composites the {@link Parts}, or null. */
    final Object[][] composites;
    /** The attributes to be filled of objects that the context had already, null for all of them; null if it had none. */
    private BitSet @Nullable [] fills;

    /** The ids of objects that the context had already, and whose inverse collections are to be read again; null for none. */
    @Nullable
    LongList inversesReadAgain;

    /** The gaps of the object that was looked at last: those of the next one are often the same. */
    @Nullable
    Gaps gaps;

    private final Object[] cells;

    /** @param expected how many objects it will have; they may be more */
    ObjectBatch(ClassLayout layout, long expected) {
        this.layout = layout;
        int capacity = (int) Math.max(LEAST, Math.min(expected, MOST_EXPECTED));
        this.ids = new long[capacity];
        this.versions = new int[capacity];
        this.objects = new Object[capacity];
        this.references = new long[layout.references.size()][capacity];
        this.composites = new Object[layout.composites.size()][capacity];
        this.cells = new Object[layout.table.table().columns().size()];
    }

    /**
     * Adds the object of a row.
     *
     * @param at where the class's columns begin in the row
     * @param withInverses whether its inverse collections may be read
     */
    void read(Row row, int at, long id, int version, boolean withInverses, Answer answer) throws SQLException {
        if (size == ids.length) {
            grow();
        }
        ids[size] = id;
        versions[size] = version;
        LoadContext.Held held = answer.context().held(layout.type, id, version, withInverses);
        if (held != null && held.inverses()) {
            inversesReadAgain = inversesReadAgain == null ? new LongList() : inversesReadAgain;
            inversesReadAgain.add(id);
        }
        if (held != null && held.missing() != null) {
            objects[size] = held.object();
            fill(size, held.missing());
            if (held.missing().isEmpty() && !answer.goesOnFromKept) {
                size++;
                return;
            }
        } else {
            objects[size] = layout.isRecord ? readRecord(row, at, id) : readObject(row, at, id, held);
        }
        for (int i = 0; i < references.length; i++) {
            references[i][size] =
                    row.getLong(at + layout.references.get(i).slot().at());
        }
        for (int i = 0; i < composites.length; i++) {
            ClassLayout.Composite composite = layout.composites.get(i);
            read(row, at, composite.slot(), composite.columns());
            composites[i][size] = Parts.decode(composite.slot(), cells, composite.name(), id);
        }
        size++;
    }

    /** How many characters and bytes the row had that was read last. */
    int lastWidth() {
        int width = 0;
        for (Object cell : cells) {
            width += cell instanceof String text ? text.length() : cell instanceof byte[] bytes ? bytes.length : 0;
        }
        return width;
    }

    /** Whether that field of the object is to be set. */
    boolean isFilled(int row, int attribute) {
        return fills == null || fills[row] == null || fills[row].get(attribute);
    }

    /** Whether the object stays as it is. */
    boolean isKept(int row) {
        return fills != null && fills[row] != null && fills[row].isEmpty();
    }

    /**
     * The rows from that one on.
     *
     * @param withKept whether those too whose objects stay as they are
     */
    int[] rowsFrom(int first, boolean withKept) {
        if (fills != null && !withKept) {
            return IntStream.range(first, size).filter(row -> !isKept(row)).toArray();
        }
        int[] all = new int[size - first];
        Arrays.setAll(all, at -> first + at);
        return all;
    }

    /** What of the object is to be filled; null for all. */
    @Nullable
    BitSet fill(int row) {
        return fills == null ? null : fills[row];
    }

    private void fill(int row, BitSet missing) {
        if (fills == null) {
            fills = new BitSet[ids.length];
        }
        fills[row] = missing;
    }

    private Object readObject(Row row, int at, long id, LoadContext.@Nullable Held lent) throws SQLException {
        Object object = lent == null ? newInstance(id) : lent.object();
        if (layout.type.id() != null) {
            layout.type.id().set(object, id);
        }
        for (ClassLayout.Whole field : layout.wholes) {
            field.access().set(object, decode(row, at, id, field));
        }
        return object;
    }

    private Object newInstance(long id) {
        try {
            return layout.type.newInstance();
        } catch (ModelException e) {
            throw Answer.failed(layout.type + " " + id, e);
        }
    }

    private Object readRecord(Row row, int at, long id) throws SQLException {
        RecordValues values = new RecordValues(layout.type.attributes().size());
        for (ClassLayout.Whole field : layout.wholes) {
            values.set(field.at(), decode(row, at, id, field));
        }
        return values;
    }

    private @Nullable Object decode(Row row, int at, long id, ClassLayout.Whole field) throws SQLException {
        if (field.slot() instanceof Slot.ValueSlot value && field.columns().size() == 1) {
            Object cell = row.get(at + value.at(), field.columns().get(0).type());
            cells[value.at()] = cell;
            return Parts.decode(value, cells, field.name(), id);
        }
        read(row, at, field.slot(), field.columns());
        return Parts.decode(field.slot(), cells, field.name(), id);
    }

    private void read(Row row, int at, Slot slot, List<Column> columns) throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            int column = slot.at() + i;
            cells[column] = row.get(at + column, columns.get(i).type());
        }
    }

    /** Adds an object of another batch. */
    void add(ObjectBatch other, int row) {
        if (size == ids.length) {
            grow();
        }
        ids[size] = other.ids[row];
        versions[size] = other.versions[row];
        objects[size] = other.objects[row];
        BitSet fill = other.fill(row);
        if (fill != null) {
            fill(size, fill);
        }
        for (int i = 0; i < references.length; i++) {
            references[i][size] = other.references[i][row];
        }
        for (int i = 0; i < composites.length; i++) {
            composites[i][size] = other.composites[i][row];
        }
        size++;
    }

    private void grow() {
        int capacity = size * 2;
        ids = Arrays.copyOf(ids, capacity);
        versions = Arrays.copyOf(versions, capacity);
        objects = Arrays.copyOf(objects, capacity);
        fills = fills == null ? null : Arrays.copyOf(fills, capacity);
        for (int i = 0; i < references.length; i++) {
            references[i] = Arrays.copyOf(references[i], capacity);
        }
        for (int i = 0; i < composites.length; i++) {
            composites[i] = Arrays.copyOf(composites[i], capacity);
        }
    }
}
