package dev.espalier.internal.catalog;

import static dev.espalier.error.ErrorCode.LOAD_RUNNING;
import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;
import static dev.espalier.error.ErrorCode.STRUCTURE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.DescribedSchema;
import dev.espalier.internal.catalog.tables.KnownAttributes;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Meta;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredModel;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Fence;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.lease.LoadRows;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The description of a database in its catalog: the rows of its catalog, its tables, and the next id. An export or a copy carries it to another database as it is,
 * with permanent numbers, former names and dropped names. Immutable.
 *
 * @param rows the rows of {@link SystemTables#META} that describe the model; the same on every engine
 * @param tables by subject, for example {@code class Order} and {@code list Order.lines}
 * @param nextId the first id that no object has had
 */
public record Contents(Map<String, String> rows, Map<String, Table> tables, Schema schema, long nextId) {

    public Contents {
        rows = Map.copyOf(rows);
        tables = Collections.unmodifiableMap(new TreeMap<>(tables));
        requireNonNull(schema);
    }

    /**
     * Reads it from a database.
     *
     * @param session in a snapshot
     * @throws SchemaException if no objects are stored there, if its attributes are not described, or if a change of its schema has not ended
     * @throws DatabaseException {@code load-running} if a bulk load has not ended, whose objects may be removed again
     */
    public static Contents read(Session session, Nodes nodes, Place place) {
        Meta found = Meta.read(session);
        Schema schema = DescribedSchema.of(found, nodes, place);
        boolean isChanging = found.row(Meta.DROPS) != null
                || found.rows().keySet().stream().anyMatch(row -> row.startsWith(Meta.NEXT));
        if (isChanging || StoredAttributes.parse(found.row(Meta.ATTRIBUTES)).isAnyUnfilled()) {
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    place
                            + ": found a change of the schema that has not ended; expected none. Wait until the program has ended it, or"
                            + " open the database once with the classes of that program, which completes it");
        }
        if (!LoadRows.of(session, null).isEmpty()) {
            throw new DatabaseException(
                    LOAD_RUNNING,
                    place
                            + ": found a bulk load that has not ended; expected none, because its objects may be removed again. Wait for"
                            + " its end; a dead one is removed when a program opens the database "
                            + Loads.ABANDONED_AFTER.toMinutes() + " minutes later");
        }
        Map<String, String> rows = new TreeMap<>(found.rows());
        rows.keySet().removeIf(row -> !Meta.ROWS.contains(row) && !row.equals(Meta.FINISHED));
        return new Contents(rows, StoredModel.tables(requireNonNull(rows.get(Meta.MODEL))), schema, Ids.next(session));
    }

    /**
     * Makes it from the rows of another database's catalog.
     *
     * @param place where they were found, for messages
     * @throws SchemaException if they describe no database of this format
     */
    public static Contents of(Map<String, String> rows, long nextId, Nodes nodes, Place place) {
        try {
            Set<String> unknown = new TreeSet<>(rows.keySet());
            Meta.ROWS.forEach(unknown::remove);
            unknown.remove(Meta.FINISHED);
            if (!unknown.isEmpty() || !rows.keySet().containsAll(Meta.ROWS)) {
                throw new SchemaException(
                        STRUCTURE,
                        place + ": found the catalog rows " + new TreeSet<>(rows.keySet()) + "; expected "
                                + new TreeSet<>(Meta.ROWS));
            }
            Map<String, Table> tables = StoredModel.tables(requireNonNull(rows.get(Meta.MODEL)));
            Set<String> names = new TreeSet<>();
            tables.values().forEach(table -> names.add(table.name()));
            if (names.size() < tables.size()
                    || names.stream()
                            .anyMatch(name -> name.toLowerCase(Locale.ROOT).startsWith(Schema.RESERVED_PREFIX))) {
                throw new SchemaException(
                        STRUCTURE,
                        place + ": found tables " + names + "; expected " + tables.size()
                                + " different ones, none of them the library's own");
            }
            return new Contents(
                    rows, tables, DescribedSchema.of(new Meta(names, rows, Set.of()), nodes, place), nextId);
        } catch (IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException
                | IllegalStateException e) {
            throw new SchemaException(
                    STRUCTURE, place + ": found a description of the model that cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * A check that none of the attributes was converted since: who writes rows of this model would write to an attribute that nobody reads.
     *
     * @param place where they are written, for messages
     */
    public Fence unconverted(Place place) {
        KnownAttributes known = KnownAttributes.of(rows, place);
        return (session, sender) -> known.requireCurrent(session);
    }

    /** The subjects and tables, those of objects first. */
    public List<Map.Entry<String, Table>> ordered() {
        return List.copyOf(tables.entrySet());
    }

    /**
     * Requires that the database has a catalog.
     *
     * @throws SchemaException if no objects are stored there, or if a copy has not ended
     */
    public static void requireWhole(ConnectionSource source) {
        try (Session session = source.session()) {
            Layout.read(session, source.place());
        }
    }
}
