package dev.espalier.transfer;

import dev.espalier.schema.ClassTable;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Adds up the checksums of rows of any table, in any order. For one thread. */
final class ChecksumOfRows {

    private final Map<String, String> subjects = new HashMap<>();
    private final Map<String, TableChecksum> tables = new HashMap<>();

    ChecksumOfRows(Schema schema) {
        for (ClassTable type : schema.classTables()) {
            put("class " + schema.nameOf(type.type()), type.table());
        }
        for (LinkTable link : schema.linkTables()) {
            put("list " + schema.nameOf(link.attribute()), link.table());
        }
    }

    private void put(String subject, Table table) {
        subjects.put(table.name(), subject);
        tables.put(table.name(), new TableChecksum(subject, table));
    }

    void add(Table table, Object[] row) {
        tables.get(table.name()).add(row);
    }

    /** The class or collection that a table stores. */
    String subject(Table table) {
        return subjects.get(table.name());
    }

    DatabaseChecksum result() {
        Map<String, DatabaseChecksum.Part> parts = new TreeMap<>();
        tables.forEach((table, checksum) -> parts.put(subjects.get(table), new DatabaseChecksum.Part(checksum.rows(), checksum.sum())));
        return new DatabaseChecksum(parts);
    }
}
