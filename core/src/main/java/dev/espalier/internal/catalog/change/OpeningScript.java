package dev.espalier.internal.catalog.change;

import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;
import static java.util.Objects.requireNonNullElse;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.tables.CatalogRows;
import dev.espalier.internal.catalog.tables.CatalogStep;
import dev.espalier.internal.catalog.tables.CatalogTables;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.MetaRows;
import dev.espalier.internal.catalog.tables.State;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Ids;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Change;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The changes of an opening as SQL statements with their values in the text, for tools that run files. They do what {@link Opening} does, in its order, with two
 * differences: they do not take the lock of openings, so no program may open the database meanwhile; and the first statements fail if the catalog is not
 * the one for which the script was made, because a script replaces its rows. For one plan, by one thread.
 */
public final class OpeningScript {

    private final Dialect dialect;
    private final Place place;
    private final List<String> statements = new ArrayList<>();

    private OpeningScript(Dialect dialect, Place place) {
        this.dialect = dialect;
        this.place = place;
    }

    /**
     * Plans the changes that an opening would make, and writes them as statements.
     *
     * @throws SchemaException {@code schema-change} if some of them need more than SQL; others if the database does not fit
     */
    public static List<String> of(ConnectionSource source, Session session, Wanted wanted) {
        Found found = Found.read(session);
        OpeningPlan plan =
                ChangePlanner.of(source, session, wanted).plan(found, new StoredFacts(session), Made.NOTHING);
        OpeningScript script = new OpeningScript(session.dialect(), source.place());
        script.refuse(source, plan, found);
        if (!plan.isDone()) {
            script.write(plan, found, source.engine());
        }
        return script.statements;
    }

    private void refuse(ConnectionSource source, OpeningPlan plan, Found found) {
        if (found.catalog().isAnnounced()) {
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    place
                            + ": found changes that another program has begun and not ended; expected none. Open the database once with"
                            + " the classes that it has, which completes them");
        }
        if (!plan.fills().isEmpty()) {
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    place + ": found values that Java converts or computes: "
                            + String.join(
                                    ", ",
                                    plan.fills().stream().map(Fill::description).toList())
                            + "; expected changes that SQL can make. Open the database with the new classes instead, or run: espalier schema apply");
        }
        if (!source.engine().changesIndexedColumns()
                && plan.changes().stream().anyMatch(SchemaChange.ChangeColumn.class::isInstance)) {
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    place
                            + ": found a change of a column that may have an index, which this engine does not make while the index stands;"
                            + " expected other changes. Run: espalier schema apply");
        }
    }

    /** If tables are not made in transactions, the changes are announced first, so that an opening completes them if the script ends in between. */
    private void write(OpeningPlan plan, Found found, Engine engine) {
        boolean announces = !engine.definesInTransactions();
        Description before = plan.before();
        boolean isNew = before == null;
        if (before != null) {
            String digest = requireNonNullElse(found.catalog().digest(), "");
            change(MetaRows.guardEqual(State.NOW, CatalogRows.DIGEST, digest));
            change(MetaRows.guardEqual(State.NOW, CatalogRows.INDEXES, before.level()));
            change(MetaRows.guardAbsent(State.NEXT, CatalogRows.DIGEST)); // else somebody has announced changes
        }
        List<Table> system =
                plan.missing().stream().filter(SystemTables.ALL::contains).toList();
        List<Definition.CreateTable> ours = plan.newTables(dialect);
        system.forEach(table -> statements.addAll(dialect.render(new Definition.CreateTable(table))));
        if (isNew) {
            change(MetaRows.guardAbsent(State.NOW, CatalogRows.FORMAT));
        }
        boolean isAnnounced = announces
                && !plan.isDescribed()
                && (!ours.isEmpty() || !plan.changes().isEmpty());
        if (isAnnounced) {
            take(CatalogStep.write(State.NEXT, null, plan.description()), engine);
        }
        ours.forEach(this::define);
        plan.changes().forEach(change -> change.statements(dialect).forEach(this::add));
        if (isNew) {
            change(new Delete(SystemTables.IDS, null));
            add(Ids.first(dialect));
        }
        take(
                isAnnounced
                        ? CatalogStep.becomeNow(State.NEXT, before, plan.description())
                        : CatalogStep.write(State.NOW, before, plan.description()),
                engine);
        plan.indexesApart(dialect).stream()
                .sorted(Comparator.comparing((Index index) -> index.table().name())
                        .thenComparing(Index::name))
                .forEach(index -> define(new Definition.CreateIndex(index)));
    }

    /** All of them or none: tools run each statement by itself on servers that do not make tables in transactions. */
    private void take(List<CatalogStep> steps, Engine engine) {
        boolean isAlone = engine.isServer() && !engine.definesInTransactions() && !steps.isEmpty();
        if (isAlone) {
            statements.add("START TRANSACTION");
        }
        steps.forEach(step -> CatalogTables.changes(step).forEach(this::change));
        if (isAlone) {
            statements.add("COMMIT");
        }
    }

    private void change(Change change) {
        add(dialect.render(change));
    }

    /** A table or an index that is there already is somebody else's: then the script fails. */
    private void define(Definition definition) {
        dialect.render(definition).forEach(statement -> statements.add(statement.replaceFirst(" IF NOT EXISTS ", " ")));
    }

    private void add(Statement statement) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (Bind bind : statement.binds()) {
            int mark = statement.text().indexOf('?', from);
            text.append(statement.text(), from, mark).append(literal(bind.value()));
            from = mark + 1;
        }
        statements.add(text.append(statement.text().substring(from)).toString());
    }

    private String literal(Object value) {
        if (!(value instanceof String text)) {
            return String.valueOf(value);
        }
        // Engines disagree on what a backslash means; no name of Java has one.
        if (text.indexOf('\\') >= 0 || text.indexOf(';') >= 0) {
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    place
                            + ": found a backslash or a semicolon in the description of the model; expected names without them. Run: espalier schema apply");
        }
        return "'" + text.replace("'", "''") + "'";
    }
}
