package dev.espalier.internal.write;

import dev.espalier.internal.jdbc.RowCount;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A collection that differs from what is stored.
 *
 * @param rows those whose positions have another row, or none
 * @param stored the stored rows with which it was compared
 * @param end the position behind that of the last stored row
 */
record MemberChange(WriteSet.Members members, long owner, List<Object[]> rows, List<Object[]> stored, long end) {

    /** Compares all rows. */
    static MemberChange all(WriteSet.Members members, long owner, List<Object[]> stored) {
        long end = stored.isEmpty() ? 0 : position(stored.get(stored.size() - 1)) + 1;
        LinkTable link = members.table();
        boolean isPlain = link.table().columns().size() == link.ownColumns();
        List<Object[]> wanted = !members.isOrdered() && isPlain && end == stored.size()
                ? inPlace(link, members.rows(), stored)
                : OtherColumns.keep(link, stored, members.rows());
        List<Object[]> rows = IntStream.range(0, wanted.size())
                .filter(i -> i >= stored.size()
                        || !StoredContent.same(stored.get(i), wanted.get(i), LinkTable.POS, wanted.get(i).length))
                .mapToObj(wanted::get)
                .toList();
        return new MemberChange(members, owner, rows, stored, end);
    }

    /**
     * Compares the blocks that have changed, and reads nothing but these.
     *
     * @return null if the stored rows are others than those that are known of: somebody has changed them by hand
     */
    static @Nullable MemberChange some(
            WriteSet.Members members, MemberBlocks.Changed changed, long owner, Session session) {
        BitSet blocks = changed.blocks();
        StoredBlocks found = StoredBlocks.read(session, members.table().table(), owner, changed);
        if (found.end() != changed.stored() || found.rows().size() != changed.rows()) {
            return null;
        }
        List<Object[]> rows = new ArrayList<>();
        Map<Long, Object[]> byPosition = new HashMap<>();
        found.rows().forEach(row -> byPosition.put(position(row), row));
        for (int block = blocks.nextSetBit(0); block >= 0; block = blocks.nextSetBit(block + 1)) {
            int to = Math.min(members.rows().size(), (block + 1) * MemberBlocks.BLOCK);
            for (int i = block * MemberBlocks.BLOCK; i < to; i++) {
                Object[] stored = byPosition.get((long) i);
                Object[] wanted = members.rows().get(i);
                if (stored == null || !StoredContent.same(stored, wanted, LinkTable.POS, wanted.length)) {
                    rows.add(wanted);
                }
            }
        }
        return new MemberChange(members, owner, rows, found.rows(), found.end());
    }

    /**
     * Returns the rows of a collection without order: each at the position of an equal stored one, the others at positions of stored ones that go, or behind
     * the last.
     *
     * @param stored stand at 0, 1, 2 and so on
     */
    private static List<Object[]> inPlace(LinkTable link, List<Object[]> rows, List<Object[]> stored) {
        int size = rows.size();
        OtherColumns.Places places = OtherColumns.Places.of(link, stored.subList(0, Math.min(size, stored.size())));
        Object[][] wanted = new Object[size][];
        List<Object[]> others = new ArrayList<>();
        for (Object[] row : rows) {
            Integer place = places.take(row);
            if (place == null) {
                others.add(row);
            } else {
                wanted[place] = at(row, place);
            }
        }
        int next = 0;
        for (Object[] row : others) {
            while (wanted[next] != null) {
                next++;
            }
            wanted[next] = at(row, next);
        }
        return List.of(wanted);
    }

    private static Object[] at(Object[] row, int position) {
        if (position(row) == position) {
            return row;
        }
        Object[] moved = row.clone();
        moved[LinkTable.POS] = (long) position;
        return moved;
    }

    private static long position(Object[] row) {
        return (Long) row[LinkTable.POS];
    }

    /** The references that the change adds. Those that the collection had before need no lock: a deletion has to wait for the owner. */
    Map<Long, Reference> references() {
        Set<Long> ids = new HashSet<>();
        LinkTable link = members.table();
        link.slots().stream().flatMap(slot -> slot.references().stream()).forEach(reference -> {
            rows.forEach(row -> ids.add((Long) row[reference.at()]));
            stored.forEach(row -> ids.remove((Long) row[reference.at()]));
        });
        Map<Long, Reference> added = new HashMap<>();
        for (Long id : ids) {
            Reference reference = members.references().get(id);
            if (reference != null) {
                added.put(id, reference);
            }
        }
        return added;
    }

    /** Removes what is stored behind the last member. */
    void removeRest(Session session) {
        int size = members.rows().size();
        if (end > size) {
            Table table = members.table().table();
            Source source = new Source(table, "t");
            session.updateLater(
                    session.dialect()
                            .render(new Delete(
                                    table,
                                    Predicate.and(
                                            Predicate.equal(
                                                    source.column(LinkTable.OWNER), new Bind(ColumnType.BIGINT, owner)),
                                            new Predicate.Compare(
                                                    source.column(LinkTable.POS),
                                                    SqlOperator.GREATER_OR_EQUAL,
                                                    new Bind(ColumnType.INTEGER, (long) size))))),
                    RowCount.ANY);
        }
    }
}
