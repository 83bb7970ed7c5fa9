package dev.espalier;

import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.catalog.change.Allowed;
import dev.espalier.internal.catalog.change.OpeningScript;
import dev.espalier.internal.catalog.change.Wanted;
import dev.espalier.internal.catalog.tables.DescribedClasses;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.transaction.TransactionCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The schema of a database: its classes as the database describes them, the programs that use it, and its changes. Safe for concurrent use.
 *
 * <p>{@link Database#schema(String, Settings)} gives that of a database that is not open, and makes a connection for each call; {@link Database#schema()}
 * that of an open one, and uses its pool. Each method throws a {@link dev.espalier.error.ConnectionException} if the database cannot be reached.
 */
public abstract sealed class StoredSchema {

    final Settings settings;

    private StoredSchema(Settings settings) {
        this.settings = Objects.requireNonNull(settings);
    }

    static StoredSchema ofUrl(String url, Settings settings) {
        return new OfUrl(url, settings);
    }

    static StoredSchema ofOpen(ConnectionSource source, Settings settings, Consumer<IndexLevel> indexes) {
        return new OfOpen(source, settings, indexes);
    }

    /** Works with connections to the database. A SQLite file is made, if it is not there. */
    abstract <T> T connected(Function<ConnectionSource, T> work);

    /** Works with connections to the database, which must exist. */
    abstract <T> T existing(Function<ConnectionSource, T> work);

    /**
     * Returns the classes that the database stores, as its catalog describes them, without any Java class.
     *
     * @return the classes, in the order of their numbers
     * @throws dev.espalier.error.SchemaException {@code no-model} or {@code lost-row} if it has no description of classes
     */
    public List<StoredClass> classes() {
        return existing(reading((source, session) -> {
            List<StoredClass> classes = new ArrayList<>();
            DescribedClasses.forEach(
                    session,
                    source.place(),
                    (name, line, javaNames, attributes) -> classes.add(new StoredClass(
                            name,
                            line.number(),
                            javaNames,
                            line.type().equals("abstract"),
                            line.columns(),
                            attributes.stream()
                                    .map(attribute -> stored(attribute.getKey(), attribute.getValue()))
                                    .toList())));
            return classes;
        }));
    }

    private static StoredClass.Attribute stored(String path, StoredAttributes.Line line) {
        return new StoredClass.Attribute(
                path,
                line.number(),
                line.types(),
                line.columns(),
                line.names().stream().sorted().toList());
    }

    /**
     * Returns the enums that the database stores, as its catalog describes them, without any Java class.
     *
     * @return the enums, in the order of their numbers
     * @throws dev.espalier.error.SchemaException {@code no-model} if no objects are stored there
     */
    public List<StoredEnum> enums() {
        return existing(reading((source, session) -> {
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
     * Returns the programs that have the database open, this one included if it may write. A program that died counts as open for up to a minute. Programs that may not
     * write to the database are not listed.
     *
     * @return the programs, the one that opened it first at the beginning
     */
    public List<OpenProgram> programs() {
        return existing(reading((source, session) -> ProgramRows.ifAny(session).stream()
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
     * Plans the changes that opening the database for a model would make, and makes none.
     *
     * @param model the classes
     * @return the plan, without steps if nothing has to be changed
     * @throws dev.espalier.error.SchemaException {@code renamed} or {@code model-mismatch} if a change needs an answer first
     */
    public SchemaPlan plan(Model model) {
        Wanted wanted = wanted(model, settings.schema(SchemaMode.APPLY));
        return connected(writing((source, session) ->
                SchemaPlan.of(Catalog.plan(source, session, wanted), settings.computations(), session)));
    }

    /**
     * Plans the changes that opening the database for a model would make, and writes them as SQL, with all that the library itself needs. Changes nothing.
     *
     * @param model the classes
     * @return the statements; none if nothing has to be changed
     * @throws dev.espalier.error.SchemaException {@code renamed} or {@code model-mismatch} if a change needs an answer first; {@code schema-change} if SQL
     *     alone cannot make it
     */
    public SchemaScript script(Model model) {
        Wanted wanted = wanted(model, settings.schema(SchemaMode.APPLY));
        return connected(writing((source, session) -> new SchemaScript(OpeningScript.of(source, session, wanted))));
    }

    /**
     * Plans to drop what a model no longer has, and drops nothing.
     *
     * @param model all classes that any program still uses
     * @return the plan: the rows of a step are the objects, members or values that are lost; without steps if the database has nothing more than the
     *     model
     * @throws dev.espalier.error.SchemaException {@code schema-change} if the database does not have all that the model has: open it with the model first
     */
    public SchemaPlan planFinish(Model model) {
        Wanted wanted = wanted(model, settings.schema(SchemaMode.VALIDATE));
        return existing(writing((source, session) -> SchemaPlan.of(Catalog.planFinish(source, session, wanted))));
    }

    /**
     * Drops what a model no longer has: classes with their objects, attributes with their values, enum constants that no object has, and indexes.
     * A program that still has one of them cannot open the database afterwards.
     *
     * @param model all classes that any program still uses
     * @param force whether to do so while programs have the database open that know some of it; their statements fail from then on
     * @return what was dropped
     * @throws dev.espalier.error.SchemaException {@code in-use} if such programs have it open; {@code still-used} if objects that stay refer to objects that
     *     would be dropped, or have a constant that would be dropped; {@code schema-change} if the database does not have all that the model has. Nothing
     *     was dropped
     */
    public SchemaPlan finish(Model model, boolean force) {
        Wanted wanted = wanted(model, settings.schema(SchemaMode.VALIDATE));
        return existing(source -> SchemaPlan.of(Catalog.finish(source, wanted, force)));
    }

    /**
     * Changes the index level of the database, for the objects of all classes: builds the indexes that the level lacks, and drops those that it does not
     * want. Programs go on meanwhile on servers; on embedded engines writers wait. If the program dies, whoever opens the database next does the rest.
     *
     * @param level the new level
     * @throws dev.espalier.error.DatabaseException {@code load-running} while a bulk load is going to build indexes; {@code lock-timeout} if another program
     *     builds indexes for longer than {@link Settings#lockWait}
     */
    public abstract void indexes(IndexLevel level);

    /** The attributes that have been converted to others, by class: the path of the former one, and that of the newest one. */
    Map<String, Map<String, String>> converted() {
        return existing(reading((source, session) -> {
            Map<String, Map<String, String>> converted = new HashMap<>();
            DescribedClasses.forEach(session, source.place(), (name, line, javaNames, attributes) -> {
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

    static Wanted wanted(Model model, Settings settings) {
        return new Wanted(
                Objects.requireNonNull(model).schema(),
                settings.indexing(),
                IndexLevel.all(),
                IndexLevel.BOTH.indexing(),
                allowed(settings.schema()),
                settings.computations()::isComputed,
                null);
    }

    private static Allowed allowed(SchemaMode mode) {
        return switch (mode) {
            case VALIDATE -> Allowed.NONE;
            case ADDITIVE -> Allowed.BESIDE_OTHERS;
            case APPLY -> Allowed.ALONE;
        };
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

    /** The schema of a database that is not open. */
    private static final class OfUrl extends StoredSchema {

        private final String url;
        private final ConnectionOptions options;

        OfUrl(String url, Settings settings) {
            super(settings);
            this.url = Objects.requireNonNull(url);
            this.options = settings.connectionOptions(new TransactionCounters(settings.onRetry()));
        }

        @Override
        <T> T connected(Function<ConnectionSource, T> work) {
            return ConnectionSource.with(ConnectionSource.open(url, options), work);
        }

        @Override
        <T> T existing(Function<ConnectionSource, T> work) {
            return ConnectionSource.with(ConnectionSource.openExisting(url, options), work);
        }

        @Override
        public void indexes(IndexLevel level) {
            Objects.requireNonNull(level);
            try (Database database = Database.openCatalog(url, settings)) {
                database.schema().indexes(level);
            }
        }
    }

    /** The schema of an open database. */
    private static final class OfOpen extends StoredSchema {

        private final ConnectionSource source;
        private final Consumer<IndexLevel> indexes;

        OfOpen(ConnectionSource source, Settings settings, Consumer<IndexLevel> indexes) {
            super(settings);
            this.source = source;
            this.indexes = indexes;
        }

        @Override
        <T> T connected(Function<ConnectionSource, T> work) {
            return source.telling(() -> work.apply(source));
        }

        @Override
        <T> T existing(Function<ConnectionSource, T> work) {
            return source.telling(() -> work.apply(source));
        }

        @Override
        public void indexes(IndexLevel level) {
            indexes.accept(Objects.requireNonNull(level));
        }
    }
}
