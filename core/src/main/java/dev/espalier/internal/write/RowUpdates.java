package dev.espalier.internal.write;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Update;
import dev.espalier.internal.sql.Update.Assignment;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The texts that update one object each: its version, and columns of its row. A text names the changed columns only, as long as there are few texts for a
 * class: servers and drivers keep a bounded number of statements prepared. Safe for any number of threads.
 */
final class RowUpdates {

    /** The maximum number of texts for a class whose columns are only those that have changed. */
    static final int MOST_TEXTS = 16;

    /** A class whose objects are loaded with more different bounds has its other texts made each time. */
    private static final int MOST_KEPT = 64;

    private final Dialect dialect;
    private final Map<ClassTable, Map<BitSet, RowUpdate>> kept = new ConcurrentHashMap<>();

    RowUpdates(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * One text.
     *
     * @param columns the places of the row's columns that it writes
     */
    record RowUpdate(Dialect dialect, ClassTable table, String text, int[] columns) {

        /** The values in the order of the text. */
        Object[] values(Object[] row, long id, int version) {
            Object[] values = new Object[columns.length + 3];
            values[0] = version + 1L;
            for (int i = 0; i < columns.length; i++) {
                values[i + 1] = row[columns[i]];
            }
            values[columns.length + 1] = id;
            values[columns.length + 2] = (long) version;
            return values;
        }

        /** @return the place behind the last value */
        int bind(PreparedStatement statement, int from, Object[] values) throws SQLException {
            List<Column> all = table.table().columns();
            int at = from;
            dialect.bind(statement, at++, all.get(ClassTable.VERSION).type(), values[0]);
            for (int i = 0; i < columns.length; i++) {
                dialect.bind(statement, at++, all.get(columns[i]).type(), values[i + 1]);
            }
            dialect.bind(statement, at++, ColumnType.BIGINT, values[columns.length + 1]);
            dialect.bind(statement, at++, ColumnType.INTEGER, values[columns.length + 2]);
            return at;
        }
    }

    /**
     * The text for some columns of an object's row. If the class has enough texts, it is the text for all columns, or for none but the version.
     *
     * @param changed the places of the columns that have to be written
     * @param notLoaded the attributes whose columns must stay as they are; null for none
     */
    RowUpdate of(ClassTable table, BitSet changed, @Nullable BitSet notLoaded) {
        Map<BitSet, RowUpdate> texts = kept.computeIfAbsent(table, t -> new ConcurrentHashMap<>());
        BitSet columns = notLoaded == null ? changed : without(changed, table, notLoaded);
        RowUpdate known = texts.get(columns);
        if (known != null) {
            return known;
        }
        if (texts.size() >= MOST_TEXTS && !columns.isEmpty()) {
            columns = notLoaded == null ? columns(table) : without(columns(table), table, notLoaded);
            known = texts.get(columns);
        }
        if (known == null) {
            known = write(table, columns);
            if (texts.size() < MOST_KEPT) {
                texts.put((BitSet) columns.clone(), known);
            }
        }
        return known;
    }

    /** The places of all columns of a class's fields. */
    static BitSet columns(ClassTable table) {
        BitSet columns = new BitSet();
        table.fields()
                .forEach(field -> columns.set(
                        field.slot().at(), field.slot().at() + field.slot().width()));
        return columns;
    }

    private static BitSet without(BitSet columns, ClassTable table, @Nullable BitSet notLoaded) {
        BitSet rest = columns;
        for (ClassTable.Field field : table.fields()) {
            int from = field.slot().at();
            int to = from + field.slot().width();
            int first = columns.nextSetBit(from);
            if (first >= 0 && first < to && RowEncoder.isLeftOut(table.type(), field.attribute(), notLoaded)) {
                rest = rest == columns ? (BitSet) columns.clone() : rest;
                rest.clear(from, to);
            }
        }
        return rest;
    }

    private RowUpdate write(ClassTable of, BitSet columns) {
        Table table = of.table();
        Source source = new Source(table, "t");
        List<Assignment> assignments = new ArrayList<>();
        assignments.add(parameter(table.columns().get(ClassTable.VERSION)));
        columns.stream().mapToObj(table.columns()::get).forEach(column -> assignments.add(parameter(column)));
        String text = dialect.render(new Update(
                        table,
                        assignments,
                        Predicate.and(
                                Predicate.equal(
                                        source.column(ClassTable.ID), new Bind(ColumnType.BIGINT, GivenLater.VALUE)),
                                Predicate.equal(
                                        source.column(ClassTable.VERSION),
                                        new Bind(ColumnType.INTEGER, GivenLater.VALUE)))))
                .text();
        return new RowUpdate(dialect, of, text, columns.stream().toArray());
    }

    private static Assignment parameter(Column column) {
        return new Assignment(column, new Bind(column.type(), GivenLater.VALUE));
    }

    /** Stands for a value that is bound when the text is sent. */
    private enum GivenLater {
        VALUE
    }
}
