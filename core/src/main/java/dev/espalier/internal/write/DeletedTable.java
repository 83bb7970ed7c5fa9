package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table from which objects are deleted: of a class of the program, or of one that only other programs know, whose objects are parts.
 *
 * @param known null for a class that the program does not know
 */
record DeletedTable(Table table, @Nullable ClassTable known) implements Comparable<DeletedTable> {
    DeletedTable {
        requireNonNull(table);
    }

    static DeletedTable of(ClassTable known) {
        return new DeletedTable(known.table(), known);
    }

    /** The tables of collections that are known to belong to its objects. */
    List<Table> links() {
        return known == null
                ? List.of()
                : known.links().stream().map(link -> link.table()).toList();
    }

    /** Whether a field of that declared class may refer to its objects. */
    boolean isOf(PersistentClass declared) {
        return known != null && known.type().isSubclassOf(declared);
    }

    /** In the order in which rows are locked. */
    @Override
    public int compareTo(DeletedTable other) {
        return table.name().compareTo(other.table.name());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DeletedTable deleted && table.name().equals(deleted.table.name());
    }

    @Override
    public int hashCode() {
        return table.hashCode();
    }

    /** The class, for messages. */
    @Override
    public String toString() {
        return known == null
                ? "object of the table " + table.name()
                : known.type().toString();
    }
}
