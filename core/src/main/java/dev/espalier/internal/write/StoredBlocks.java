package dev.espalier.internal.write;

import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Some rows of a large collection as a session sees them.
 *
 * @param rows those of the blocks that were asked for
 * @param end the position behind that of the last row of the whole collection
 */
record StoredBlocks(List<Object[]> rows, long end) {

    /** Reads the blocks that have changed, in one round trip. */
    static StoredBlocks read(Session session, Table table, long owner, MemberBlocks.Changed changed) {
        Source source = new Source(table, "t");
        List<Column> columns = table.columns();
        Expression[] selected = new Expression[columns.size()];
        Arrays.setAll(selected, source::column);
        Expression position = source.column(LinkTable.POS);
        Predicate isOwned = Predicate.equal(source.column(LinkTable.OWNER), new Bind(ColumnType.BIGINT, owner));
        List<Object[]> rows = new ArrayList<>();
        long[] end = {0};
        List<Reading> readings = new ArrayList<>();
        readings.add(new Reading(
                session.dialect()
                        .render(Select.of(source, position)
                                .where(isOwned)
                                .orderBy(new Select.Order(position, true, true))
                                .limit(1L, 0)),
                row -> end[0] = row.getLong(1) + 1));
        BitSet blocks = changed.blocks();
        for (int from = blocks.nextSetBit(0), to;
                from >= 0 && from * MemberBlocks.BLOCK < changed.stored();
                from = blocks.nextSetBit(to)) {
            to = blocks.nextClearBit(from);
            Predicate isBetween =
                    new Predicate.Between(position, bind(from * MemberBlocks.BLOCK), bind(to * MemberBlocks.BLOCK - 1));
            readings.add(new Reading(
                    session.dialect().render(Select.of(source, selected).where(Predicate.and(isOwned, isBetween))),
                    row -> {
                        Object[] values = new Object[columns.size()];
                        row.get(1, columns, values, 0);
                        rows.add(values);
                    }));
        }
        session.query(readings);
        return new StoredBlocks(rows, end[0]);
    }

    private static Bind bind(int position) {
        return new Bind(ColumnType.INTEGER, (long) position);
    }
}
