package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables of the classes and collections of a model. */
public final class StoredModel {

    private StoredModel() {}

    /** Returns the tables that a model needs. */
    public static Map<TableSubject, Table> of(Schema schema) {
        Map<TableSubject, Table> tables = new TreeMap<>();
        for (ClassTable table : schema.classTables()) {
            tables.put(TableSubject.ofClass(schema.nameOf(table.type())), table.table());
        }
        for (LinkTable link : schema.linkTables()) {
            tables.put(schema.subjectOf(link.attribute()), link.table());
        }
        return tables;
    }

    /** Whether two tables have the same columns, in the same order, whatever they are called themselves. */
    public static boolean fits(Table one, @Nullable Table other) {
        return other != null && one.columns().equals(other.columns());
    }

    /** Returns the tables of both: every stored table with every stored column, changed to hold what the model wants, and the model's tables and columns that are new. */
    public static Map<TableSubject, Table> merged(Map<TableSubject, Table> stored, Schema schema) {
        Map<TableSubject, Table> tables = new TreeMap<>(stored);
        of(schema).forEach((subject, table) -> tables.put(subject, merged(stored.get(subject), table)));
        return tables;
    }

    private static Table merged(@Nullable Table stored, Table wanted) {
        if (stored == null) {
            return wanted;
        }
        if (stored.columns().equals(wanted.columns())) {
            return stored;
        }
        Map<String, Column> columns = new LinkedHashMap<>();
        stored.columns().forEach(column -> columns.put(column.name(), column));
        wanted.columns().forEach(column -> columns.merge(column.name(), column, Column::widened));
        return new Table(stored.name(), List.copyOf(columns.values()), stored.primaryKey());
    }
}
