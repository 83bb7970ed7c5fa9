package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.CONFLICT;

import dev.espalier.error.DatabaseException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Change;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads and writes the rows of {@link SystemTables#META}: single values, each by a state and a name. */
public final class MetaRows {

    /** How often a row is locked that others replace. */
    private static final int MOST_LOOKS = 10;

    private static final String CHANGED = "The database has changed since this script was written. Write it again.";
    private static final Source META = new Source(SystemTables.META, "c");
    private static final int STATE = 0;
    private static final int NAME = 1;
    private static final int VALUE = 2;

    private MetaRows() {}

    /** The values of {@link SystemTables#META} for a state, by their names. */
    static Map<String, String> read(Session session, State state) {
        Map<State, Map<String, String>> values = new EnumMap<>(State.class);
        session.query(List.of(reading(session, values)));
        return values.getOrDefault(state, Map.of());
    }

    /** The same for all states, as one of several queries. */
    static Reading reading(Session session, Map<State, Map<String, String>> values) {
        return new Reading(
                session.dialect().render(Select.of(META, META.column(STATE), META.column(NAME), META.column(VALUE))),
                row -> {
                    State state = State.of(row.getString(1));
                    if (state != null) {
                        values.computeIfAbsent(state, any -> new TreeMap<>()).put(row.getString(2), row.getString(3));
                    }
                });
    }

    /** The query for the digest of the description that stands there. */
    static Select digestQuery() {
        return value(State.NOW, CatalogRows.DIGEST);
    }

    /** The query for a row that every database has and nobody replaces, so that it can be locked. */
    public static Select format() {
        return value(State.NOW, CatalogRows.FORMAT);
    }

    private static Select value(State state, String name) {
        return Select.of(META, META.column(VALUE)).where(named(state, name));
    }

    /** Fails by the primary key if the row is there: the row {@code format} is there already. */
    public static Change guardAbsent(State state, String name) {
        return guard(named(state, name));
    }

    /** Fails in the same way if the row has another value. */
    public static Change guardEqual(State state, String name, String value) {
        return guard(Predicate.and(
                named(state, name),
                new Predicate.Not(Predicate.equal(META.column(VALUE), new Bind(ColumnType.TEXT, value)))));
    }

    private static Change guard(Predicate isOther) {
        return new Insert(
                SystemTables.META,
                new Insert.Selected(Select.of(
                                META,
                                new Bind(ColumnType.NAME, State.NOW.word()),
                                new Bind(ColumnType.NAME, CatalogRows.FORMAT),
                                new Bind(ColumnType.TEXT, CHANGED))
                        .where(isOther)));
    }

    /** The value of one row; null if there is none. */
    static @Nullable String value(Session session, State state, String name) {
        String[] value = new String[1];
        session.query(session.dialect().render(value(state, name)), row -> value[0] = row.getString(1));
        return value[0];
    }

    /**
     * Reads the digest of a state, and locks it; null if there is none. A row is replaced by deleting it: PostgreSQL finds the one in its place only by another statement, which may wait for the next one that replaces it.
     *
     * @throws DatabaseException {@code conflict} if it is replaced again and again
     */
    static @Nullable String lockedDigest(Session session, State state, RowLock lock) {
        for (int i = 0; i < MOST_LOOKS; i++) {
            @Nullable String[] found = new @Nullable String[1];
            session.query(
                    session.dialect().renderLocking(value(state, CatalogRows.DIGEST), lock),
                    row -> found[0] = row.getString(1));
            if (found[0] != null || i > 0 && value(session, state, CatalogRows.DIGEST) == null) {
                return found[0];
            }
            if (i > 0 && state != State.NOW) {
                return null; // an older snapshot may show what is gone
            }
        }
        throw new DatabaseException(
                CONFLICT,
                "found the " + described(state, CatalogRows.DIGEST)
                        + " replaced by other programs each time that it was locked. Retry",
                null);
    }

    /**
     * Writes rows, and replaces rows of the same names. Reads them back.
     *
     * @throws ConnectionException {@code server-setting} if they are not as they were written
     */
    static void put(Session session, State state, Map<String, String> rows) {
        session.update(session.dialect().render(delete(state, rows.keySet())));
        Map<String, String> ordered = new TreeMap<>(rows);
        Dialect dialect = session.dialect();
        String insert = dialect.render(Insert.parameters(SystemTables.META, rows.size()))
                .text();
        session.update(insert, insert, (prepared, from) -> {
            int at = from;
            for (Map.Entry<String, String> row : ordered.entrySet()) {
                dialect.bind(prepared, at++, ColumnType.NAME, state.word());
                dialect.bind(prepared, at++, ColumnType.NAME, row.getKey());
                dialect.bind(prepared, at++, ColumnType.TEXT, row.getValue());
            }
            return at;
        });
        Map<String, String> found = read(session, state);
        ordered.forEach((name, expected) ->
                ReadBack.requireEqual(described(state, name), expected, found.getOrDefault(name, "")));
    }

    /** The changes that {@link #put} makes, row by row. */
    static List<Change> changes(State state, Map<String, String> rows) {
        List<Change> changes = new ArrayList<>();
        new TreeMap<>(rows).forEach((name, value) -> {
            changes.add(new Delete(SystemTables.META, named(state, name)));
            changes.add(Insert.values(
                    SystemTables.META,
                    new Bind(ColumnType.NAME, state.word()),
                    new Bind(ColumnType.NAME, name),
                    new Bind(ColumnType.TEXT, value)));
        });
        return changes;
    }

    /** Deletes rows of a state. */
    static Delete delete(State state, Collection<String> names) {
        return new Delete(
                SystemTables.META,
                Predicate.and(
                        of(state),
                        new Predicate.InValues(
                                META.column(NAME),
                                names.stream()
                                        .sorted()
                                        .map(name -> new Bind(ColumnType.NAME, name))
                                        .toList())));
    }

    /** Deletes the digest of a state if it has that value, and says whether it had. */
    static boolean deleteDigest(Session session, State state, String digest) {
        Predicate where = Predicate.and(
                named(state, CatalogRows.DIGEST),
                Predicate.equal(META.column(VALUE), new Bind(ColumnType.TEXT, digest)));
        return session.update(session.dialect().render(new Delete(SystemTables.META, where))) > 0;
    }

    private static Predicate named(State state, String name) {
        return Predicate.and(of(state), Predicate.equal(META.column(NAME), new Bind(ColumnType.NAME, name)));
    }

    private static Predicate of(State state) {
        return Predicate.equal(META.column(STATE), new Bind(ColumnType.NAME, state.word()));
    }

    /** Names a row in a message. */
    static String described(State state, String name) {
        return "row '" + name + "' of the state " + state.word() + " in " + SystemTables.META.name();
    }
}
