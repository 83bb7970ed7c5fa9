package dev.espalier.internal.catalog;

import dev.espalier.internal.catalog.change.AnnouncedChanges;
import dev.espalier.internal.catalog.index.SchemaIndexes;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.tables.StoredLayout;
import dev.espalier.internal.catalog.tables.TableRows;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.lease.ProgramLease;
import dev.espalier.internal.lease.Registration;
import dev.espalier.internal.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An opened database whose tables fit the model. Safe for any number of threads.
 */
public final class Catalog implements AutoCloseable {

    private final ConnectionSource source;
    private final Schema schema;
    private final SchemaIndexes indexes;
    private final List<Fill> fills;
    private final Registration registration;
    private final Ids ids;
    private final StoredLayout stored = new StoredLayout();

    Catalog(
            ConnectionSource source,
            Schema schema,
            SchemaIndexes indexes,
            List<Fill> fills,
            @Nullable ProgramLease program) {
        this.source = source;
        this.schema = schema;
        this.indexes = indexes;
        this.fills = List.copyOf(fills);
        this.registration = new Registration(program);
        this.ids = new Ids(source);
    }

    /** The tables of the model in this database. */
    public Schema schema() {
        return schema;
    }

    /** The indexes of the model in this database. */
    public SchemaIndexes indexes() {
        return indexes;
    }

    /** Returns how this program is registered in the database. */
    public Registration registration() {
        return registration;
    }

    public Ids ids() {
        return ids;
    }

    /** The tables that stand there, those too of classes that only other programs know. */
    public StoredLayout stored() {
        return stored;
    }

    /** The attributes that objects were without when the database was opened. */
    public List<Fill> fills() {
        return fills;
    }

    /** Writes down that all objects have these attributes. */
    public void filled() {
        try (Session session = source.writer()) {
            AnnouncedChanges.filled(source, session, fills);
        }
    }

    /** Whether no class has any object. */
    public boolean isEmpty(Session session) {
        return schema.classTables().stream().noneMatch(table -> TableRows.exist(session, table.table()));
    }

    /** Informs other programs that this one has closed the database. */
    @Override
    public void close() {
        registration.close();
    }
}
