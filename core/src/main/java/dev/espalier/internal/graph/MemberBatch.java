package dev.espalier.internal.graph;

import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The members of one collection field of some owners, sorted by owner, then in the order of iteration. */
final class MemberBatch {

    /** The keys or the elements: ids if they are references, else values, records and {@link Parts}. */
    static final class Side {
        private static final Object[] NO_CELLS = {};

        final boolean isReference;
        private final Slot slot;
        private final Table table;
        private final Object[] cells;
        private long[] ids = new long[0];
        private Object[] values = new Object[0];

        private Side(Slot slot, Table table) {
            this.slot = slot;
            this.table = table;
            this.isReference = slot instanceof Slot.ReferenceSlot;
            this.cells = isReference ? NO_CELLS : new Object[table.columns().size()];
        }

        Slot slot() {
            return slot;
        }

        /** The declared class of the objects that are referred to. */
        PersistentClass target() {
            return ((Slot.ReferenceSlot) slot).target();
        }

        /** The id at that place; 0 for none. */
        long id(int at) {
            return ids[at];
        }

        /** The ids of those first members. */
        long[] ids(int most) {
            return Arrays.copyOf(ids, most);
        }

        /** The value, the record or its parts at that place; null for none. */
        @Nullable
        Object value(int at) {
            return values[at];
        }

        /** All values, for those who need no references resolved. */
        Object[] values() {
            return values;
        }

        private void addId(int at, long id) {
            if (at == ids.length) {
                ids = Arrays.copyOf(ids, Math.max(16, at * 2));
            }
            ids[at] = id;
        }

        private void permute(int[] order) {
            ids = permuted(ids, order);
            values = values.length == 0
                    ? values
                    : Arrays.stream(order).mapToObj(at -> values[at]).toArray();
        }

        /** @return the place after the last column that was read */
        private int read(int at, Row row, int from, String field, long owner) throws SQLException {
            if (isReference) {
                addId(at, row.getLong(from));
                return from + 1;
            }
            if (at == values.length) {
                values = Arrays.copyOf(values, Math.max(16, at * 2));
            }
            row.get(from, table.columns().subList(slot.at(), slot.at() + slot.width()), cells, slot.at());
            values[at] = Parts.decode(slot, cells, field, owner);
            return from + slot.width();
        }
    }

    /** Larger batches keep no rows. */
    private static final int MOST_ROWS = 10_000;

    final CollectionLayout layout;
    /** The owners that were asked for, in rising order; some may have no member. */
    long[] asked;

    int size;
    /** The owner of each member. */
    long[] owners = new long[16];
    /** Null for everything but maps. */
    final @Nullable Side keys;

    final Side elements;
    /** The rows as they stand in the table; null if nobody wants them, or they are too many. */
    private @Nullable List<Object[]> rows;
    /** How many columns stand before the owner's in a row. */
    private int before;

    private final boolean keepsRows;
    /** The position of each member if it is read; else empty. */
    private long[] positions = new long[0];

    /** @param keepsRows whether the rows are read with their positions, and kept; not those of an inverse */
    MemberBatch(CollectionLayout layout, long[] asked, boolean keepsRows) {
        this.layout = layout;
        this.asked = asked;
        this.rows = keepsRows ? new ArrayList<>() : null;
        this.keepsRows = keepsRows;
        this.keys = layout.table.key() == null ? null : new Side(layout.table.key(), layout.table.table());
        this.elements = new Side(layout.table.element(), layout.table.table());
    }

    /** Lets a row begin with columns of something else, by which the rows are sorted: then only the positions give the order of an owner's members. */
    void readBehind(int columns) {
        before = columns;
    }

    /** The owner of a member in the row; 0 if the row contains none. */
    long owner(Row row) throws SQLException {
        return row.getLong(before + 1);
    }

    /** Adds a row of owner, maybe position, key and element. */
    void read(Row row) throws SQLException {
        int next = readKey(row);
        elements.read(size, row, next, layout.name, owners[size]);
        keep(row);
        size++;
    }

    /** Adds a member of which only the id was read. */
    void add(long owner, long id) {
        expectOneMore();
        owners[size] = owner;
        elements.addId(size++, id);
    }

    /** Adds a row of owner, maybe position, key and the referred object's columns, of which the first is the id. */
    void readJoined(Row row, long id) throws SQLException {
        readKey(row);
        elements.addId(size, id);
        keep(row);
        size++;
    }

    /** With its position, a row begins with all columns of its table. */
    private void keep(Row row) throws SQLException {
        if (rows != null && size == MOST_ROWS) {
            rows = null;
        }
        if (rows != null) {
            List<Column> columns = layout.table.table().columns();
            Object[] values = new Object[columns.size()];
            row.get(before + 1, columns, values, 0);
            rows.add(values);
        }
    }

    /** Reports the rows of each owner that was asked for, if they were kept. */
    void reportRows(LoadContext context, Answer answer) {
        if (rows != null) {
            int from = 0;
            for (long owner : asked) {
                int to = endOfOwner(owner, from);
                if (!answer.isKept(owner)) {
                    context.rows(layout.table, owner, List.copyOf(rows.subList(from, to)));
                }
                from = to;
            }
        }
    }

    /** Sorts members that came from several tables, or in the rows of their owners, by owner and position. */
    void sort() {
        long[] order = hasPositions() ? positions : elements.ids;
        if (isSorted(order)) {
            return;
        }
        int[] sorted = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(at -> owners[at]).thenComparingLong(at -> order[at]))
                .mapToInt(Integer::intValue)
                .toArray();
        owners = permuted(owners, sorted);
        positions = permuted(positions, sorted);
        elements.permute(sorted);
        if (keys != null) {
            keys.permute(sorted);
        }
        List<Object[]> kept = rows;
        if (kept != null) {
            rows = Arrays.stream(sorted).mapToObj(kept::get).collect(Collectors.toCollection(ArrayList::new));
        }
    }

    private boolean isSorted(long[] order) {
        for (int at = 1; at < size; at++) {
            if (owners[at - 1] > owners[at] || owners[at - 1] == owners[at] && order[at - 1] > order[at]) {
                return false;
            }
        }
        return true;
    }

    private static long[] permuted(long[] values, int[] order) {
        return values.length == 0
                ? values
                : Arrays.stream(order).mapToLong(at -> values[at]).toArray();
    }

    /** Whether a row has the member's position behind its owner. */
    boolean hasPositions() {
        return keepsRows || before > 0 && !layout.attribute.isInverse();
    }

    /** The column behind those of the link itself. */
    int firstOfMember() {
        return firstMember() + (keys == null ? 0 : keys.slot().width());
    }

    /** The column behind the owner's, and behind the position's if it is read. */
    private int firstMember() {
        return before + (hasPositions() ? 3 : 2);
    }

    /** Visits every reference among the members, all in the same state. */
    void follow(int from, int to, PathState state, Parts.Visitor visitor) {
        for (int at = from; at < to; at++) {
            if (keys != null) {
                follow(keys, at, state, visitor);
            }
            follow(elements, at, state, visitor);
        }
    }

    /** Visits the references of one kind among all members: those that are members, or those that embedded records hold. */
    void follow(boolean areMembers, PathState state, Parts.Visitor visitor) {
        for (int at = 0; at < size; at++) {
            if (keys != null && keys.isReference == areMembers) {
                follow(keys, at, state, visitor);
            }
            if (elements.isReference == areMembers) {
                follow(elements, at, state, visitor);
            }
        }
    }

    private void follow(Side side, int at, PathState state, Parts.Visitor visitor) {
        if (!side.isReference) {
            if (side.values[at] instanceof Parts parts) {
                parts.follow(layout.name, state, visitor);
            }
        } else if (side.ids[at] != 0) {
            visitor.reference(layout.name, side.target(), side.ids[at], state);
        }
    }

    /** The place after that owner's last member, whose first one is at {@code from} if there is any. */
    int endOfOwner(long owner, int from) {
        int end = from;
        while (end < size && owners[end] == owner) {
            end++;
        }
        return end;
    }

    private void expectOneMore() {
        if (size == owners.length) {
            owners = Arrays.copyOf(owners, size * 2);
        }
    }

    private int readKey(Row row) throws SQLException {
        expectOneMore();
        owners[size] = owner(row);
        if (hasPositions()) {
            if (size >= positions.length) {
                positions = Arrays.copyOf(positions, owners.length);
            }
            positions[size] = row.getLong(before + 2);
        }
        return keys == null ? firstMember() : keys.read(size, row, firstMember(), layout.name, owners[size]);
    }
}
