package dev.espalier.internal.catalog.copy;

import static dev.espalier.error.ErrorCode.LOAD_RUNNING;
import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;
import static dev.espalier.error.ErrorCode.STRUCTURE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.CatalogRows;
import dev.espalier.internal.catalog.tables.DescribedSchema;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.DescriptionRows;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.KnownAttributes;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Fence;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.lease.LoadRows;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The description of a database in its catalog: the rows of its catalog, its tables, and the next id. An export or a copy carries it to another database as it is,
 * with permanent numbers, former names and dropped names. Immutable.
 *
 * @param description the same on every engine
 * @param nextId the first id that no object has had
 */
public record Contents(Description description, Schema schema, long nextId) {

    public Contents {
        requireNonNull(description);
        requireNonNull(schema);
    }

    /**
     * Reads it from a database.
     *
     * @param session in a snapshot
     * @throws SchemaException if no objects are stored there, if the description of its classes is damaged, or if a change of its schema has not ended
     * @throws DatabaseException {@code load-running} if a bulk load has not ended, whose objects may be removed again
     */
    public static Contents read(Session session, Nodes nodes, Place place) {
        Found found = Found.read(session);
        Schema schema = DescribedSchema.of(found, nodes, place);
        Description description = found.catalog().described(place);
        boolean isChanging =
                !found.catalog().drops().isEmpty() || found.catalog().isAnnounced();
        if (isChanging || description.attributes().isAnyUnfilled()) {
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
                            + LoadRows.ABANDONED_AFTER.toMinutes() + " minutes later");
        }
        return new Contents(description, schema, Ids.next(session));
    }

    /**
     * Makes it from the rows of another database's catalog.
     *
     * @param level the name of the index level
     * @param place where they were found, for messages
     * @throws SchemaException if they describe no database
     */
    public static Contents of(String level, DescriptionRows rows, long nextId, Nodes nodes, Place place) {
        try {
            CatalogRows catalog = CatalogRows.of(level, rows);
            Description description = catalog.described(place);
            Map<TableSubject, Table> tables = description.tables();
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
                    description, DescribedSchema.of(new Found(names, catalog, Set.of()), nodes, place), nextId);
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
        KnownAttributes known = KnownAttributes.of(description, place);
        return (session, sender) -> known.requireCurrent(session);
    }

    public Map<TableSubject, Table> tables() {
        return description.tables();
    }

    /** The description as rows of the catalog's tables. */
    public DescriptionRows rows() {
        return DescriptionRows.of(description);
    }

    /** The subjects and tables, those of objects first. */
    public List<Map.Entry<TableSubject, Table>> ordered() {
        return List.copyOf(tables().entrySet());
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
