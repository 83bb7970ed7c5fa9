package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.espalier.error.ConnectionException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Change;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Update;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes the rows of the catalog, in the transaction that is open. */
public final class CatalogTables {

    /** How many rows an INSERT has at most. */
    private static final int TOGETHER = 200;

    private static final int STATE = 0;
    private static final int PLACE = 1;

    /** In place of a permanent number that is not read. */
    private static final int UNKNOWN = 0;

    private static final Source ATTRIBUTES = source(SystemTables.ATTRIBUTES);
    private static final int KIND = 2;
    private static final int CLASS = 3;
    private static final int PATH = 4;
    private static final int FILLED = 11;

    private CatalogTables() {}

    private static Source source(Table table) {
        return new Source(table, "c");
    }

    // ---- reading

    /**
     * Reads all rows, as they are at one moment. The format is read before: in another one the tables may have other columns, and only {@link SystemTables#META}
     * is read.
     *
     * @param tables the names of those that are there
     */
    static CatalogRows read(Session session, Set<String> tables) {
        if (!tables.contains(SystemTables.META.name())) {
            return CatalogRows.none();
        }
        Map<State, Map<String, String>> before = meta(session);
        while (true) {
            if (CatalogRows.isOfOtherFormat(before)) {
                return catalog(before, Map.of());
            }
            Map<State, Map<String, String>> after = new EnumMap<>(State.class);
            Map<Table, Map<String, List<Placed>>> found = new HashMap<>();
            List<Reading> readings = new ArrayList<>();
            SharedTexts texts = new SharedTexts();
            for (Table table : SystemTables.DESCRIBING) {
                Map<String, List<Placed>> byState = new HashMap<>();
                found.put(table, byState);
                if (tables.contains(table.name())) {
                    readings.add(new Reading(
                            session.dialect().render(select(table, null)),
                            row -> byState.computeIfAbsent(row.getString(1), state -> new ArrayList<>())
                                    .add(placed(table, row, texts))));
                }
            }
            readings.add(MetaRows.reading(session, after));
            session.query(readings);
            if (before.equals(after)) { // else another program has changed it between two of these queries
                return catalog(before, found);
            }
            before = after;
        }
    }

    private static Map<State, Map<String, String>> meta(Session session) {
        Map<State, Map<String, String>> meta = new EnumMap<>(State.class);
        session.query(List.of(MetaRows.reading(session, meta)));
        return meta;
    }

    private static CatalogRows catalog(
            Map<State, Map<String, String>> meta, Map<Table, Map<String, List<Placed>>> found) {
        Map<State, DescriptionRows> described = new EnumMap<>(State.class);
        for (State state : List.of(State.NOW, State.NEXT, State.COPY)) {
            described.put(
                    state,
                    new DescriptionRows(
                            Integer.parseInt(
                                    meta.getOrDefault(state, Map.of()).getOrDefault(CatalogRows.NEXT_NUMBER, "1")),
                            rows(found, SystemTables.ATTRIBUTES, state),
                            rows(found, SystemTables.COLUMNS, state),
                            rows(found, SystemTables.FACTS, state)));
        }
        return new CatalogRows(meta, described, rows(found, SystemTables.FACTS, State.DROP));
    }

    private static List<List<String>> rows(Map<Table, Map<String, List<Placed>>> found, Table table, State state) {
        return inOrder(found.getOrDefault(table, Map.of()).getOrDefault(state.word(), List.of()));
    }

    /** The rows of a table, in any order: to sort many by an index costs an engine more than it costs here. */
    private static Select select(Table table, @Nullable State state) {
        Source source = source(table);
        List<Expression> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            columns.add(source.column(i));
        }
        Select select = Select.of(source, columns);
        return state == null ? select : select.where(of(source, state));
    }

    /** The values of a row, without state and place, and its place. */
    private record Placed(long place, List<String> values) {}

    private static Placed placed(Table table, Row row, SharedTexts texts) throws SQLException {
        int first = first(table);
        String[] values = new String[table.columns().size() - first];
        for (int i = 0; i < values.length; i++) {
            values[i] = texts.shared(requireNonNullElse(row.getString(first + i + 1), ""));
        }
        return new Placed(row.getLong(PLACE + 1), List.of(values));
    }

    private static List<List<String>> inOrder(List<Placed> rows) {
        List<Placed> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparingLong(Placed::place));
        return sorted.stream().map(Placed::values).toList();
    }

    private static Predicate of(Source source, State state) {
        return Predicate.equal(source.column(STATE), new Bind(ColumnType.NAME, state.word()));
    }

    /** The first column whose value is the row's own. */
    private static int first(Table table) {
        return table.equals(SystemTables.ATTRIBUTES) ? PLACE : PLACE + 1;
    }

    /** The name of the index level; empty if there is none. */
    public static String level(Session session) {
        return requireNonNullElse(MetaRows.value(session, State.NOW, CatalogRows.INDEXES), "");
    }

    /** The digest of the description that stands there; empty if there is none. */
    public static String digest(Session session) {
        return requireNonNullElse(MetaRows.value(session, State.NOW, CatalogRows.DIGEST), "");
    }

    // ---- what programs that write have to know

    /** The digest of a description, which nobody can change before the transaction ends; null if there is none. */
    static @Nullable String lockedDigest(Session session, State state) {
        return MetaRows.lockedDigest(session, state, RowLock.REFER);
    }

    /** Locks the description, so that nobody else can change or lock it. */
    public static void lockAlone(Session session) {
        MetaRows.lockedDigest(session, State.NOW, RowLock.DELETE);
    }

    /** A description whose digest is locked, without tables. What was committed last, whatever the transaction has read before. */
    static Description lockedDescription(Session session, State state) {
        return new DescriptionRows(
                        UNKNOWN,
                        lockedRows(session, SystemTables.ATTRIBUTES, state),
                        List.of(),
                        lockedRows(session, SystemTables.FACTS, state))
                .description("");
    }

    private static List<List<String>> lockedRows(Session session, Table table, State state) {
        List<Placed> rows = new ArrayList<>();
        SharedTexts texts = new SharedTexts();
        session.query(
                session.dialect().renderLocking(select(table, state), RowLock.REFER),
                row -> rows.add(placed(table, row, texts)));
        return inOrder(rows);
    }

    /** Whether objects may still be without an attribute. */
    public static boolean isUnfilled(Session session, String className, String path) {
        return isUnfilled(session, session.dialect().render(filled(className, path)));
    }

    /** The same; nobody can write down that all objects have it before the transaction ends. */
    public static boolean isUnfilledLocked(Session session, String className, String path) {
        return lockedDigest(session, State.NOW) != null
                && isUnfilled(session, session.dialect().renderLocking(filled(className, path), RowLock.REFER));
    }

    private static Select filled(String className, String path) {
        return Select.of(ATTRIBUTES, ATTRIBUTES.column(FILLED))
                .where(Predicate.and(
                        of(ATTRIBUTES, State.NOW),
                        Predicate.equal(
                                ATTRIBUTES.column(KIND), new Bind(ColumnType.NAME, LineKey.Kind.ATTRIBUTE.word())),
                        Predicate.equal(ATTRIBUTES.column(CLASS), new Bind(ColumnType.TEXT, className)),
                        Predicate.equal(ATTRIBUTES.column(PATH), new Bind(ColumnType.TEXT, path))));
    }

    private static boolean isUnfilled(Session session, dev.espalier.internal.sql.Statement query) {
        boolean[] isUnfilled = new boolean[1];
        session.query(query, row -> isUnfilled[0] = row.getLong(1) == 0);
        return isUnfilled[0];
    }

    // ---- writing

    /**
     * Writes what has changed, and reads it back: an opening that took other rows for its own would write them again and again, or lose attributes.
     *
     * @param before what stands there; null for nothing
     * @throws ConnectionException {@code server-setting} if the rows are not as they were written
     */
    public static void write(Session session, @Nullable Description before, Description after) {
        List<CatalogStep> steps = CatalogStep.write(State.NOW, before, after);
        if (!steps.isEmpty()) {
            lockAlone(session); // first, as programs that write lock it before they look at the other rows
        }
        take(session, steps);
    }

    /** Writes what is going to stand there. */
    public static void announce(Session session, Description next) {
        take(session, CatalogStep.write(State.NEXT, null, next));
    }

    /**
     * Puts what was announced in the place of what stands there, and says whether it was still announced: another program may have done so meanwhile.
     *
     * @param found with the announcement
     * @param next what is announced
     */
    public static boolean replaceByAnnounced(Session session, CatalogRows found, Description next) {
        String digest = requireNonNull(found.meta(State.NEXT).get(CatalogRows.DIGEST));
        if (MetaRows.deleteDigest(session, State.NEXT, digest)) {
            lockAlone(session);
            take(session, CatalogStep.becomeNow(State.NEXT, found.current(), next));
            return true;
        }
        if (digest.equals(MetaRows.value(session, State.NEXT, CatalogRows.DIGEST))) {
            // Or each further attempt would end like this one.
            throw ReadBack.differs(
                    MetaRows.described(State.NEXT, CatalogRows.DIGEST),
                    "found by its name, but not by its value; expected by both");
        }
        return false;
    }

    /** Takes the announcement away. */
    public static void withdraw(Session session) {
        take(session, CatalogStep.remove(State.NEXT));
    }

    /** Writes what a copy or an import is going to make. */
    public static void beginCopy(Session session, Description description) {
        take(session, CatalogStep.write(State.COPY, null, description));
    }

    public static void endCopy(Session session, Description description) {
        take(session, CatalogStep.becomeNow(State.COPY, null, description));
    }

    /** Writes what has still to be dropped, in place of what stands there. */
    public static void putDrops(Session session, List<Drop> drops) {
        clear(session, SystemTables.FACTS, State.DROP);
        if (drops.isEmpty()) {
            take(session, List.of(new CatalogStep.Forget(State.DROP, List.of(CatalogRows.DIGEST))));
        } else {
            fill(session, SystemTables.FACTS, State.DROP, Drop.rows(drops));
            MetaRows.put(session, State.DROP, Map.of(CatalogRows.DIGEST, Drop.digest(drops)));
        }
    }

    /** Deletes the list if it is that one. */
    static void deleteDrops(Session session, List<Drop> drops) {
        if (MetaRows.deleteDigest(session, State.DROP, Drop.digest(drops))
                || MetaRows.value(session, State.DROP, CatalogRows.DIGEST) == null) {
            clear(session, SystemTables.FACTS, State.DROP);
        }
    }

    private static void take(Session session, List<CatalogStep> steps) {
        for (CatalogStep step : steps) {
            if (step instanceof CatalogStep.Fill fill) {
                fill(session, fill.table(), fill.state(), fill.rows());
            } else if (step instanceof CatalogStep.Put put) {
                MetaRows.put(session, put.state(), put.rows());
            } else {
                changes(step).forEach(change -> session.update(session.dialect().render(change)));
            }
        }
    }

    /** The changes of rows that a step is. */
    public static List<Change> changes(CatalogStep step) {
        if (step instanceof CatalogStep.Clear clear) {
            return List.of(new Delete(clear.table(), of(source(clear.table()), clear.state())));
        }
        if (step instanceof CatalogStep.BecomeNow become) {
            return List.of(Update.set(
                    become.table(),
                    become.table().columns().get(STATE),
                    new Bind(ColumnType.NAME, State.NOW.word()),
                    of(source(become.table()), become.state())));
        }
        if (step instanceof CatalogStep.Forget forget) {
            return List.of(MetaRows.delete(forget.state(), forget.names()));
        }
        List<Change> changes = new ArrayList<>();
        if (step instanceof CatalogStep.Fill fill) {
            for (int i = 0; i < fill.rows().size(); i++) {
                Object[] values =
                        bound(fill.table(), fill.state(), i, fill.rows().get(i));
                List<Expression> binds = new ArrayList<>();
                for (int j = 0; j < values.length; j++) {
                    binds.add(new Bind(fill.table().columns().get(j).type(), values[j]));
                }
                changes.add(new Insert(fill.table(), new Insert.Values(binds)));
            }
        } else if (step instanceof CatalogStep.Put put) {
            changes.addAll(MetaRows.changes(put.state(), put.rows()));
        }
        return changes;
    }

    private static void clear(Session session, Table table, State state) {
        take(session, List.of(new CatalogStep.Clear(table, state)));
    }

    private static void fill(Session session, Table table, State state, List<List<String>> rows) {
        Dialect dialect = session.dialect();
        for (int from = 0; from < rows.size(); from += TOGETHER) {
            int first = from;
            List<List<String>> some = rows.subList(from, Math.min(rows.size(), from + TOGETHER));
            String insert =
                    dialect.render(Insert.parameters(table, some.size())).text();
            session.update(insert, insert, (prepared, place) -> {
                int at = place;
                for (int i = 0; i < some.size(); i++) {
                    Object[] values = bound(table, state, first + i, some.get(i));
                    for (int j = 0; j < values.length; j++) {
                        dialect.bind(prepared, at++, table.columns().get(j).type(), values[j]);
                    }
                }
                return at;
            });
        }
        requireEqual(session, table, state, rows);
    }

    private static void requireEqual(Session session, Table table, State state, List<List<String>> rows) {
        List<Placed> found = new ArrayList<>();
        SharedTexts texts = new SharedTexts();
        session.query(session.dialect().render(select(table, state)), row -> found.add(placed(table, row, texts)));
        List<List<String>> expected = new ArrayList<>(rows);
        if (table.equals(SystemTables.ATTRIBUTES)) {
            expected.sort(Comparator.comparingLong(row -> Long.parseLong(row.get(0))));
        }
        String what = "state " + state.word() + " of " + table.name();
        if (found.size() != rows.size()) {
            throw ReadBack.differs(what, "found " + found.size() + " rows, expected " + rows.size());
        }
        List<List<String>> inOrder = inOrder(found);
        for (int i = 0; i < expected.size(); i++) {
            if (!inOrder.get(i).equals(expected.get(i))) {
                ReadBack.requireEqual(what, String.join(" ", expected.get(i)), String.join(" ", inOrder.get(i)));
            }
        }
    }

    /** The values of all columns of a row. */
    private static Object[] bound(Table table, State state, int place, List<String> row) {
        Object[] values = new Object[table.columns().size()];
        values[STATE] = state.word();
        values[PLACE] = (long) place;
        int first = first(table);
        for (int i = first; i < values.length; i++) {
            String value = row.get(i - first);
            values[i] = table.columns().get(i).type() == ColumnType.BIGINT ? (Object) Long.valueOf(value) : value;
        }
        return values;
    }
}
