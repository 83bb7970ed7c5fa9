package dev.espalier.transfer;

import dev.espalier.internal.catalog.copy.Contents;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The checksum over all objects and collections of a database; the same on every engine. Immutable.
 *
 * @param tables one for each class and each collection, by what they store
 */
record DatabaseChecksum(Map<TableSubject, Part> tables) {

    /** The number of rows, and the sum of their hashes. */
    record Part(long rows, long sum) {}

    DatabaseChecksum {
        tables = java.util.Collections.unmodifiableMap(new TreeMap<>(tables));
    }

    /** Reads all rows of a snapshot. */
    static DatabaseChecksum read(Session session, Contents contents, Progress progress) {
        Map<TableSubject, Part> parts = new TreeMap<>();
        for (Map.Entry<TableSubject, Table> table : contents.ordered()) {
            parts.put(table.getKey(), read(session, table.getKey(), table.getValue(), progress));
        }
        return new DatabaseChecksum(parts);
    }

    static Part read(Session session, TableSubject subject, Table table, Progress progress) {
        TableChecksum checksum = new TableChecksum(subject, table);
        TableCursor rows = TableCursor.of(session, table);
        long reported = 0;
        while (rows.hasNext()) {
            @Nullable Object[] row = rows.next();
            checksum.add(row);
            if (!rows.hasRead()) {
                progress.requireGoingOn();
                progress.rows(checksum.rows() - reported);
                reported = checksum.rows();
            }
        }
        return new Part(checksum.rows(), checksum.sum());
    }

    /** Returns the number of objects. */
    long objects() {
        return tables.entrySet().stream()
                .filter(table -> table.getKey().isClass())
                .mapToLong(table -> table.getValue().rows())
                .sum();
    }

    /** Returns the number of rows, those of collections included. */
    long rows() {
        return tables.values().stream().mapToLong(Part::rows).sum();
    }

    /** Returns the names of what differs from another one, for people. */
    List<String> differences(DatabaseChecksum other) {
        List<String> differences = new ArrayList<>();
        TreeMap<TableSubject, Part> all = new TreeMap<>(tables);
        other.tables.forEach(all::putIfAbsent);
        all.keySet().stream()
                .filter(subject -> !part(subject).equals(other.part(subject)))
                .forEach(subject ->
                        differences.add(subject + " (" + part(subject).rows() + " rows and "
                                + other.part(subject).rows() + ")"));
        return differences;
    }

    /** Returns the part of a class or collection; an empty one if there is none. */
    Part part(TableSubject subject) {
        return tables.getOrDefault(subject, new Part(0, 0));
    }

    /** Returns all of it as 32 hexadecimal digits. Empty tables do not change it. */
    String digits() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            tables.forEach((subject, part) -> {
                if (part.rows() > 0) {
                    digest.update((subject + "\t" + part.rows() + "\t" + Long.toHexString(part.sum()) + "\n")
                            .getBytes(StandardCharsets.UTF_8));
                }
            });
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
