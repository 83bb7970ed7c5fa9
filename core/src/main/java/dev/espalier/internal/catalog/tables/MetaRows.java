package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.SERVER_SETTING;
import static dev.espalier.internal.catalog.tables.CatalogRows.ATTRIBUTES;
import static dev.espalier.internal.catalog.tables.CatalogRows.COPY;
import static dev.espalier.internal.catalog.tables.CatalogRows.DROPS;
import static dev.espalier.internal.catalog.tables.CatalogRows.INDEXES;
import static dev.espalier.internal.catalog.tables.CatalogRows.MODEL;
import static dev.espalier.internal.catalog.tables.CatalogRows.NEXT;
import static dev.espalier.internal.catalog.tables.CatalogRows.STRUCTURE;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.espalier.error.ConnectionException;
import dev.espalier.internal.catalog.tables.Drops.Drop;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and writes the rows of {@link SystemTables#META}, in the transaction that is open. */
public final class MetaRows {

    private static final Source META = new Source(SystemTables.META, "m");

    private MetaRows() {}

    // ---- what a database says of its model

    /** Reads all rows. */
    static CatalogRows read(Session session) {
        Map<String, String> rows = new TreeMap<>();
        session.query(
                session.dialect().render(Select.of(META, META.column(0), META.column(1))),
                row -> rows.put(row.getString(1), row.getString(2)));
        return new CatalogRows(rows);
    }

    /** The name of the index level; empty if there is none. */
    public static String level(Session session) {
        return requireNonNullElse(row(session, INDEXES), "");
    }

    public static Structure structure(Session session) {
        return DescriptionText.readStructure(requireNonNullElse(row(session, STRUCTURE), ""));
    }

    /** The classes and attributes, which nobody can change before the transaction ends; null if there are none. */
    public static @Nullable StoredAttributes lockedAttributes(Session session) {
        return attributes(locked(session, ATTRIBUTES, RowLock.REFER));
    }

    /** The classes and attributes; null if there are none. */
    public static @Nullable StoredAttributes attributes(Session session) {
        return attributes(row(session, ATTRIBUTES));
    }

    static @Nullable StoredAttributes attributes(@Nullable String text) {
        return text == null ? null : new StoredAttributes(DescriptionText.readAttributes(text));
    }

    /** Locks the classes and attributes, so that nobody else can change or lock them. */
    public static void lockAttributesAlone(Session session) {
        locked(session, ATTRIBUTES, RowLock.DELETE);
    }

    /**
     * Writes what has changed.
     *
     * @param before what stands there; null for nothing
     */
    public static void write(Session session, @Nullable Description before, Description after) {
        Map<String, String> rows = changed(before, after);
        put(session, rows);
        if (before != null && !before.dropped().isEmpty() && after.dropped().isEmpty()) {
            deleteAll(session, List.of(CatalogRows.FINISHED));
        }
    }

    /** The rows of a description that a script must find as they are. */
    public static Map<String, String> texts(Description description) {
        Map<String, String> rows = DescriptionText.rows(description);
        rows.remove(CatalogRows.FINISHED);
        return rows;
    }

    /** The rows in which a description differs from the one that stands there. */
    public static Map<String, String> changed(@Nullable Description before, Description after) {
        Map<String, String> rows = CatalogRows.of(after);
        if (before != null) {
            Map<String, String> standing = CatalogRows.of(before);
            rows.entrySet().removeIf(row -> row.getValue().equals(standing.get(row.getKey())));
        }
        return rows;
    }

    // ---- what an opening announces

    public static void announce(Session session, @Nullable Description before, Description next) {
        put(session, named(NEXT, changed(before, next)));
    }

    /**
     * Puts what was announced in the place of what stands there, and says whether it was still announced: another program may have done so meanwhile.
     *
     * @param found with an announcement
     */
    public static boolean replaceByAnnounced(Session session, CatalogRows found) {
        Description next = requireNonNull(found.next());
        String model = DescriptionText.model(next.tables());
        if (delete(session, NEXT + MODEL, model)) {
            withdraw(session, found);
            write(session, found.current(), next);
            return true;
        }
        if (model.equals(row(session, NEXT + MODEL))) {
            // Or each further attempt would end like this one.
            throw differs(NEXT + MODEL, "found by its name, but not by its value; expected by both");
        }
        return false;
    }

    /** Takes the announcement away. */
    public static void withdraw(Session session, CatalogRows found) {
        deleteAll(
                session,
                found.rows().keySet().stream()
                        .filter(name -> name.startsWith(NEXT))
                        .toList());
    }

    // ---- what a copy or an import fills

    public static void beginCopy(Session session, Description description) {
        put(session, named(COPY, CatalogRows.of(description)));
    }

    public static void endCopy(Session session, Description description) {
        Map<String, String> rows = CatalogRows.of(description);
        deleteAll(session, named(COPY, rows).keySet());
        put(session, rows);
    }

    // ---- what has still to be dropped

    public static void putDrops(Session session, List<Drop> drops) {
        if (drops.isEmpty()) {
            deleteDrops(session);
        } else {
            put(session, Map.of(DROPS, Drops.text(drops)));
        }
    }

    public static void deleteDrops(Session session) {
        deleteAll(session, List.of(DROPS));
    }

    /** Deletes the list if it is that one. */
    static void deleteDrops(Session session, List<Drop> drops) {
        delete(session, DROPS, Drops.text(drops));
    }

    // ---- rows

    private static Map<String, String> named(String prefix, Map<String, String> rows) {
        return rows.entrySet().stream().collect(Collectors.toMap(row -> prefix + row.getKey(), Map.Entry::getValue));
    }

    /** The value of one row; null where there is none. */
    static @Nullable String row(Session session, String name) {
        String[] value = new String[1];
        session.query(
                session.dialect().render(Select.of(META, META.column(1)).where(named(name))),
                row -> value[0] = row.getString(1));
        return value[0];
    }

    /** A row is replaced by deleting it: PostgreSQL finds the one in its place only by another statement. */
    static @Nullable String locked(Session session, String name, RowLock lock) {
        @Nullable String[] found = new @Nullable String[1];
        for (int i = 0; i < 2 && found[0] == null; i++) {
            session.query(
                    session.dialect()
                            .renderLocking(Select.of(META, META.column(1)).where(named(name)), lock),
                    row -> found[0] = row.getString(1));
        }
        return found[0];
    }

    /**
     * Writes rows, and replaces rows of the same names, in the open transaction. Reads them back: an opening that took other texts for its own would write them again
     * and again, or lose attributes.
     *
     * @throws dev.espalier.error.ConnectionException {@code server-setting} if they are not as they were written
     */
    static void put(Session session, Map<String, String> rows) {
        if (rows.isEmpty()) {
            return;
        }
        deleteAll(session, rows.keySet());
        Dialect dialect = session.dialect();
        String insert = dialect.render(Insert.parameters(SystemTables.META, rows.size()))
                .text();
        session.update(insert, insert, (prepared, from) -> {
            int at = from;
            for (Map.Entry<String, String> row : rows.entrySet()) {
                dialect.bind(prepared, at++, ColumnType.NAME, row.getKey());
                dialect.bind(prepared, at++, ColumnType.TEXT, row.getValue());
            }
            return at;
        });
        Map<String, String> found = read(session).rows();
        rows.forEach((name, expected) -> requireEqual(name, expected, found.getOrDefault(name, "")));
    }

    private static void requireEqual(String name, String expected, String found) {
        if (!found.equals(expected)) {
            int at = 0;
            while (at < Math.min(expected.length(), found.length()) && expected.charAt(at) == found.charAt(at)) {
                at++;
            }
            throw differs(
                    name,
                    "found '" + around(found, at) + "', expected '" + around(expected, at) + "' (character " + at
                            + ")");
        }
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, at - 20), Math.min(text.length(), at + 20));
    }

    /** The error for a row that does not read back as it was written. */
    public static ConnectionException differs(String name, String how) {
        return new ConnectionException(
                SERVER_SETTING,
                "the row '" + name + "' of " + SystemTables.META.name() + " reads back otherwise than it was written: "
                        + how
                        + ". The driver, or a setting of the URL or the server, changes texts or loses rows; correct it");
    }

    /** Deletes the rows of these names where there are any, in the open transaction. */
    private static void deleteAll(Session session, Collection<String> names) {
        Predicate where = new Predicate.InValues(
                META.column(0),
                names.stream().map(name -> new Bind(ColumnType.NAME, name)).toList());
        session.update(session.dialect().render(new Delete(SystemTables.META, where)));
    }

    /** Deletes the row of that name and value, and says whether there was one. */
    private static boolean delete(Session session, String name, String value) {
        Predicate where = Predicate.and(named(name), Predicate.equal(META.column(1), new Bind(ColumnType.TEXT, value)));
        return session.update(session.dialect().render(new Delete(SystemTables.META, where))) > 0;
    }

    private static Predicate named(String name) {
        return Predicate.equal(META.column(0), new Bind(ColumnType.NAME, name));
    }
}
