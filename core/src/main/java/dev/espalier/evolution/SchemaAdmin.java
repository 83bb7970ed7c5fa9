package dev.espalier.evolution;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.internal.Insides;
import dev.espalier.internal.catalog.TablesText;
import dev.espalier.internal.catalog.change.Allowed;
import dev.espalier.internal.catalog.change.ChangePlanner;
import dev.espalier.internal.catalog.change.Finish;
import dev.espalier.internal.catalog.change.OpeningScript;
import dev.espalier.internal.catalog.change.Wanted;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.catalog.tables.DescribedClasses;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.opening.OpeningSettings;
import dev.espalier.internal.opening.SchemaConnections;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.store.ObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Shows and changes the schema of a database: its classes as the database describes them, the programs that use it, and what a model would change. Safe for
 * concurrent use. Each method throws a {@link dev.espalier.error.ConnectionException} if the database cannot be reached.
 *
 * <pre>{@code
 * SchemaAdmin shop = SchemaAdmin.at(url, Settings.defaults());
 * System.out.println(shop.plan(Model.of(Order.class)));
 * }</pre>
 */
public final class SchemaAdmin {

    private final SchemaConnections connections;
    private final OpeningSettings settings;

    private SchemaAdmin(SchemaConnections connections, OpeningSettings settings) {
        this.connections = connections;
        this.settings = settings;
    }

    /**
     * Prepares work with the schema of a database that is not open. Each call connects, and closes the connection at its end.
     *
     * @param url of a JDBC driver, for example {@code jdbc:sqlite:shop.db}
     * @param settings user, password, index level and more
     * @return what shows and changes the schema
     */
    public static SchemaAdmin at(String url, Settings settings) {
        OpeningSettings inside = Insides.of(Settings.class, settings, OpeningSettings.class);
        return new SchemaAdmin(SchemaConnections.ofUrl(url, inside), inside);
    }

    /**
     * Prepares work with the schema of a database that is not open, through connections of the caller's. The driver decides whether a file that
     * does not exist is made.
     *
     * @param dataSource gives connections, best from a pool
     * @param settings index level and more; user, password and pool size are without effect
     * @return what shows and changes the schema
     */
    public static SchemaAdmin at(DataSource dataSource, Settings settings) {
        OpeningSettings inside = Insides.of(Settings.class, settings, OpeningSettings.class);
        return new SchemaAdmin(SchemaConnections.ofDataSource(dataSource, inside), inside);
    }

    /**
     * Prepares work with the schema of an open database. It uses its connections, and the settings with which it was opened.
     *
     * @param database an open database
     * @return what shows and changes the schema
     */
    public static SchemaAdmin of(Database database) {
        return new SchemaAdmin(
                SchemaConnections.ofOpen(Insides.of(Database.class, database, ObjectStore.class)),
                Insides.of(Database.class, database, OpeningSettings.class));
    }

    /**
     * Returns the classes that the database stores, as its catalog describes them, without any Java class.
     *
     * @return the classes, in the order of their numbers
     * @throws dev.espalier.error.SchemaException {@code no-model} or {@code lost-row} if it has no description of classes
     */
    public List<StoredClass> classes() {
        return connections.existing(reading((source, session) -> {
            List<StoredClass> classes = new ArrayList<>();
            DescribedClasses.forEach(
                    session,
                    source.place(),
                    (name, line, javaNames, bounds, attributes, isPart) -> classes.add(new StoredClass(
                            name,
                            line.number(),
                            javaNames,
                            line.type().equals(StoredType.ABSTRACT),
                            line.columns(),
                            bounds == null ? null : DefaultBounds.of(bounds),
                            attributes.stream()
                                    .map(attribute -> stored(
                                            attribute.getKey(), attribute.getValue(), isPart.test(attribute.getKey())))
                                    .toList())));
            return classes;
        }));
    }

    private static StoredClass.Attribute stored(String path, StoredAttributes.Line line, boolean isPart) {
        return new StoredClass.Attribute(
                path,
                line.number(),
                line.types().stream()
                        .map(type -> new StoredClass.Type(type.word(), type.target()))
                        .toList(),
                line.columns(),
                line.inverseOf() == null ? "" : line.inverseOf(),
                isPart,
                line.names().stream().sorted().toList());
    }

    /**
     * Returns the enums that the database stores, as its catalog describes them, without any Java class.
     *
     * @return the enums, in the order of their numbers
     * @throws dev.espalier.error.SchemaException {@code no-model} if no objects are stored there
     */
    public List<StoredEnum> enums() {
        return connections.existing(reading((source, session) -> {
            List<StoredEnum> enums = new ArrayList<>();
            DescribedClasses.forEachEnum(
                    session,
                    source.place(),
                    (name, line, constants) -> enums.add(new StoredEnum(
                            name,
                            line.number(),
                            constants.stream()
                                    .map(constant -> new StoredEnum.Constant(
                                            constant.getKey(),
                                            constant.getValue().number(),
                                            constant.getValue().names().stream()
                                                    .sorted()
                                                    .toList()))
                                    .toList())));
            return enums;
        }));
    }

    /**
     * Returns the tables of objects as a text of SQL for people who write SQL against them: the definitions, in the engine's SQL, with a comment behind each column that
     * says what it keeps, and the indexes that stand. Of an open database, the tables of its model.
     *
     * @return the text
     * @throws dev.espalier.error.SchemaException {@code no-model} if no objects are stored there
     */
    public String tables() {
        return connections.described(store -> TablesText.of(
                store.schema(),
                store.source().dialect(),
                store.catalog().indexes().standing()));
    }

    /**
     * Returns the programs that have the database open, this one included if it may write. A program that died counts as open for up to a minute. Programs that may not
     * write to the database are not listed.
     *
     * @return the programs, the one that opened it first at the beginning
     */
    public List<OpenProgram> programs() {
        return connections.existing(reading((source, session) -> ProgramRows.ifAny(session).stream()
                .filter(ProgramRows.Row::isOpen)
                .map(row -> new OpenProgram(
                        row.name(),
                        row.host(),
                        row.process(),
                        Instant.ofEpochMilli(row.opened()),
                        Duration.ofMillis(row.lease())))
                .toList()));
    }

    /**
     * Lists the changes that opening the database for a model would make. Changes nothing.
     *
     * @param model the classes
     * @return the plan, without steps if nothing has to be changed
     * @throws dev.espalier.error.SchemaException {@code renamed} or {@code model-mismatch} if a change needs an answer first
     */
    public SchemaPlan plan(Model model) {
        Wanted wanted = wanted(model, Allowed.ALONE);
        return connections.connected(source -> planned(source, wanted));
    }

    /**
     * Writes the changes that opening the database for a model would make as SQL, with all that the library itself needs. Changes nothing.
     *
     * @param model the classes
     * @return the statements; none if nothing has to be changed
     * @throws dev.espalier.error.SchemaException {@code renamed} or {@code model-mismatch} if a change needs an answer first; {@code schema-change} if SQL
     *     alone cannot make it
     */
    public SchemaScript script(Model model) {
        Wanted wanted = wanted(model, Allowed.ALONE);
        return connections.connected(
                writing((source, session) -> new SchemaScript(OpeningScript.of(source, session, wanted))));
    }

    /**
     * Makes the changes that opening the database for a model with {@link dev.espalier.SchemaMode#APPLY} would make, and gives all objects their converted
     * and computed values. Does so whatever {@link Settings#schema} is, with the answers of {@link Settings#migrations}, and informs
     * {@link Settings#onMigration}. Other programs may have the database open, but for changes that {@code APPLY} makes alone. A second call
     * changes nothing. If the program dies, the next call or opening does the rest.
     *
     * <pre>{@code
     * SchemaPlan made = SchemaAdmin.at(url, Settings.defaults().migrations(migration)).apply(Model.of(Order.class));
     * }</pre>
     *
     * @param model the classes
     * @return the changes, as {@link #plan} lists them before the first one; without steps if nothing had to be changed. Another program that makes them at
     *     the same time may have made some of them
     * @throws dev.espalier.error.SchemaException {@code renamed} or {@code model-mismatch} if a change needs an answer first; {@code migration} if a value
     *     cannot be converted or computed; {@code in-use} if a program that knows a former attribute has the database open. Nothing was changed
     * @throws dev.espalier.error.StoreException within a transaction of the open database
     */
    public SchemaPlan apply(Model model) {
        Wanted wanted = wanted(model, Allowed.ALONE);
        return connections.changing(source -> {
            SchemaPlan plan = planned(source, wanted);
            settings.apply(source, wanted);
            return plan;
        });
    }

    private SchemaPlan planned(ConnectionSource source, Wanted wanted) {
        try (Session session = source.writer()) {
            return SchemaPlan.of(ChangePlanner.plan(source, session, wanted), settings.computations(), session);
        }
    }

    /**
     * Lists what {@link #finish} would drop for a model. Drops nothing.
     *
     * @param model all classes that any program still uses
     * @return the plan: the rows of a step are the objects, members or values that are lost; without steps if the database has nothing more than the
     *     model
     * @throws dev.espalier.error.SchemaException {@code schema-change} if the database does not have all that the model has: open it with the model first
     */
    public SchemaPlan planFinish(Model model) {
        Wanted wanted = wanted(model, Allowed.NONE);
        return connections.existing(writing((source, session) -> SchemaPlan.of(Finish.plan(source, session, wanted))));
    }

    /**
     * Drops what a model no longer has: classes with their objects, attributes with their values, enum constants that no object has, and indexes.
     * A program that still has one of them cannot open the database afterwards.
     *
     * @param model all classes that any program still uses
     * @return what was dropped
     * @throws dev.espalier.error.SchemaException {@code in-use} if such programs have it open; {@code still-used} if objects that stay refer to objects that
     *     would be dropped, or have a constant that would be dropped; {@code schema-change} if the database does not have all that the model has. Nothing
     *     was dropped
     */
    public SchemaPlan finish(Model model) {
        return finish(model, false);
    }

    /**
     * Drops what a model no longer has, even while programs that know some of it have the database open. Their statements fail from then on. See {@link
     * #finish}.
     *
     * @param model all classes that any program still uses
     * @return what was dropped
     * @throws dev.espalier.error.SchemaException as {@link #finish} does, but for {@code in-use}
     */
    public SchemaPlan forceFinish(Model model) {
        return finish(model, true);
    }

    private SchemaPlan finish(Model model, boolean force) {
        Wanted wanted = wanted(model, Allowed.NONE);
        return connections.existing(source -> SchemaPlan.of(Finish.run(source, wanted, force)));
    }

    /**
     * Changes the index level of the database, for the objects of all classes: builds the indexes that the level lacks, and drops those that it does not
     * want. Programs go on meanwhile on servers; on embedded engines writers wait. If the program dies, whoever opens the database next does the rest.
     *
     * @param level the new level
     * @throws dev.espalier.error.DatabaseException {@code load-running} while a bulk load is going to build indexes; {@code lock-timeout} if another program
     *     builds indexes for longer than {@link Settings#lockWait}
     */
    public void indexes(IndexLevel level) {
        connections.described(store -> {
            store.changeIndexes(Insides.of(IndexLevel.class, level, Indexing.class));
            return store;
        });
    }

    /** The attributes that have been converted to others, by class: the path of the former one, and that of the newest one. */
    Map<String, Map<String, String>> converted() {
        return connections.existing(reading((source, session) -> {
            Map<String, Map<String, String>> converted = new HashMap<>();
            DescribedClasses.forEach(session, source.place(), (name, line, javaNames, bounds, attributes, isPart) -> {
                Map<String, String> next = new HashMap<>();
                attributes.stream()
                        .filter(attribute -> attribute.getValue().from() != null)
                        .forEach(attribute -> next.put(attribute.getValue().from(), attribute.getKey()));
                next.replaceAll((from, to) -> {
                    String last = to;
                    while (next.containsKey(last)) {
                        last = next.get(last);
                    }
                    return last;
                });
                converted.put(name, next);
            });
            return converted;
        }));
    }

    private Wanted wanted(Model model, Allowed allowed) {
        return settings.allowing(allowed).wanted(Insides.of(Model.class, model, Schema.class));
    }

    private static <T> Function<ConnectionSource, T> writing(BiFunction<ConnectionSource, Session, T> work) {
        return source -> {
            try (Session session = source.writer()) {
                return work.apply(source, session);
            }
        };
    }

    private static <T> Function<ConnectionSource, T> reading(BiFunction<ConnectionSource, Session, T> work) {
        return source -> {
            try (Session session = source.session()) {
                return work.apply(source, session);
            }
        };
    }
}
