package dev.espalier.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.schema.ClassTable;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Table;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * All that one call writes, as rows: pure data that can be sent again.
 *
 * @param inserts new rows by table, each table's by key; classes before collections
 * @param updates changed objects, by table and id, so that any two sets take their locks in the same order
 */
public record WriteSet(Map<Table, List<Object[]>> inserts, List<Update> updates) {

    /**
     * An object that stands in the database.
     *
     * @param version the version it was loaded or stored with; {@link #UNKNOWN} where nothing is known, so that the database is
     *     asked what has changed
     * @param row its row as it shall be, whose version is not read; null where its columns have not changed
     * @param notLoaded the attributes that must stay as they are; null for none
     * @param collections those that may have changed, as they shall be
     */
    public record Update(ClassTable table, long id, int version, Object[] row, BitSet notLoaded, List<Members> collections) {

        /** The version of an object of which only the id is known. */
        public static final int UNKNOWN = -1;

        public Update {
            requireNonNull(table);
            collections = List.copyOf(collections);
        }
    }

    /** A whole collection of one owner. */
    public record Members(LinkTable table, List<Object[]> rows) {
        public Members {
            requireNonNull(table);
        }
    }

    /** Whether there is nothing to send. */
    public boolean isEmpty() {
        return inserts.isEmpty() && updates.isEmpty();
    }
}
