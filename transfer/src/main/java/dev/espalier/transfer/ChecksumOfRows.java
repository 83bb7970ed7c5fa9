package dev.espalier.transfer;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Adds up the checksums of rows of any table, in any order. For one thread. */
final class ChecksumOfRows {

    /** A table's checksum, and what the table stores. */
    private record Sum(TableSubject subject, TableChecksum checksum) {}

    private final Map<String, Sum> tables = new HashMap<>();

    ChecksumOfRows(Schema schema) {
        for (ClassTable type : schema.classTables()) {
            put(TableSubject.ofClass(schema.nameOf(type.type())), type.table());
        }
        for (LinkTable link : schema.linkTables()) {
            put(schema.subjectOf(link.attribute()), link.table());
        }
    }

    private void put(TableSubject subject, Table table) {
        tables.put(table.name(), new Sum(subject, new TableChecksum(subject, table)));
    }

    void add(Table table, @Nullable Object[] row) {
        sum(table).checksum.add(row);
    }

    /** The class or collection that a table stores. */
    TableSubject subject(Table table) {
        return sum(table).subject;
    }

    private Sum sum(Table table) {
        return requireNonNull(tables.get(table.name()));
    }

    DatabaseChecksum result() {
        Map<TableSubject, DatabaseChecksum.Part> parts = new TreeMap<>();
        tables.values()
                .forEach(one ->
                        parts.put(one.subject, new DatabaseChecksum.Part(one.checksum.rows(), one.checksum.sum())));
        return new DatabaseChecksum(parts);
    }
}
