package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.LOST_ROW;
import static dev.espalier.error.ErrorCode.NO_MODEL;
import static dev.espalier.error.ErrorCode.SERVER_SETTING;
import static dev.espalier.error.ErrorCode.UNFINISHED_COPY;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tables, the catalog rows and the indexes that an opening finds. Reading them takes three queries.
 *
 * @param tables the names of all tables
 * @param rows those of {@link SystemTables#META}
 * @param indexes the names of all indexes with their tables, in lower case; not asked for where there is no {@link SystemTables#META}
 */
public record Meta(Set<String> tables, Map<String, String> rows, Set<String> indexes) {

    /** How the types of ordinary tables end, by drivers. */
    private static final String TABLE = "TABLE";

    /** The format that this version writes and reads. */
    public static final String FORMAT_NUMBER = "1";

    public static final String FORMAT = "format";
    public static final String INDEXES = "indexes";
    public static final String MODEL = "model";
    public static final String STRUCTURE = "structure";
    public static final String CLASSES = "classes";
    public static final String ATTRIBUTES = "attributes";

    /** The list of dropped classes and attributes, with time and program. Lines are added only. */
    public static final String FINISHED = "finished";

    /** The tables and columns that a finish has still to drop. The other rows do not name them any more. */
    public static final String DROPS = "drops";

    /** How fast changes went that were made before: {@link Rates}. */
    static final String RATES = "rates";

    /** The rows that an opening is going to write when it has made its tables; they have this before their names until then. */
    public static final String NEXT = "next.";

    /** The rows that a copy or an import is going to write when all objects are there; they have this before their names until then. */
    public static final String COPY = "copy.";

    /** The rows that every database has. */
    public static final List<String> ROWS = List.of(FORMAT, INDEXES, MODEL, STRUCTURE, CLASSES, ATTRIBUTES);

    private static final Source META = new Source(SystemTables.META, "m");

    /** @throws SchemaException {@code unfinished-copy} if the objects of a copy or an import are not all there */
    public static Meta read(Session session) {
        Meta found = readUnfinished(session);
        refuseUnfinished(found.rows());
        return found;
    }

    static void refuseUnfinished(Map<String, String> rows) {
        if (rows.keySet().stream().anyMatch(row -> row.startsWith(COPY))) {
            throw new SchemaException(
                    UNFINISHED_COPY,
                    "found a copy or an import that has not ended; expected a whole database. Repeat the command, which completes it, or"
                            + " drop its tables");
        }
    }

    /** The same while a copy or an import fills the tables. */
    public static Meta readUnfinished(Session session) {
        Set<String> tables = tables(session);
        if (!tables.contains(SystemTables.META.name())) {
            return new Meta(tables, Map.of(), Set.of());
        }
        Map<String, String> rows = rows(session);
        tables.addAll(overlooked(session, tables, rows));
        // Without a snapshot, another program may have made tables after they were listed, and written the rows that
        // name them.
        boolean isSettled = areAllListed(tables, rows);
        while (!isSettled) {
            tables = tables(session);
            Map<String, String> before = rows;
            rows = rows(session);
            tables.addAll(overlooked(session, tables, rows));
            isSettled = areAllListed(tables, rows) || rows.equals(before);
        }
        return new Meta(tables, rows, indexes(session));
    }

    private static boolean areAllListed(Set<String> tables, Map<String, String> rows) {
        return StoredModel.tables(rows.getOrDefault(MODEL, "")).values().stream()
                .allMatch(table -> tables.contains(table.name()));
    }

    public static Set<String> tables(Session session) {
        return new TreeSet<>(listed(session, new String[] {TABLE}).keySet());
    }

    /** The names in lower case that no table can have, though no table has them. */
    public static Set<String> takenNames(Session session) {
        Set<String> names = new TreeSet<>();
        String query = session.dialect().takenNameQuery();
        if (query == null) {
            others(session).forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        } else {
            session.query(Statement.of(query), row -> names.add(row.getString(1).toLowerCase(Locale.ROOT)));
        }
        return names;
    }

    /** The names of views, and of sequences of MariaDB and TiDB: no table may have one of them. */
    private static Set<String> others(Session session) {
        Map<String, String> all = listed(session, null);
        all.values().removeIf(type -> type.endsWith(TABLE));
        return all.keySet();
    }

    /** The names in the schema, each with its type. */
    private static Map<String, String> listed(Session session, String @Nullable [] types) {
        Connection connection = session.connection();
        Map<String, String> listed = new TreeMap<>();
        try {
            SchemaName schema = new SchemaName(connection.getSchema());
            try (ResultSet tables =
                    connection.getMetaData().getTables(connection.getCatalog(), schema.pattern(), "%", types)) {
                while (tables.next()) {
                    if (schema.has(tables)) {
                        listed.put(tables.getString("TABLE_NAME"), String.valueOf(tables.getString("TABLE_TYPE")));
                    }
                }
            }
        } catch (SQLException e) {
            throw session.translate(e, "listing the tables");
        }
        return listed;
    }

    /**
     * Returns the tables of the model that the engine's list lacks, though they are there. MariaDB lists files, and lacks a table whose definition another program
     * replaces at that moment. A statement on the table waits until that is done. Where definitions are part of transactions, the list is complete, and a statement on
     * a missing table would end the transaction.
     */
    static Set<String> overlooked(Session session, Set<String> listed, Map<String, String> rows) {
        Set<String> found = new TreeSet<>();
        if (!session.engine().definesInTransactions()) {
            for (Table table : StoredModel.tables(rows.getOrDefault(MODEL, "")).values()) {
                if (!listed.contains(table.name()) && answers(session, table)) {
                    found.add(table.name());
                }
            }
        }
        return found;
    }

    private static boolean answers(Session session, Table table) {
        try {
            TableRows.exist(session, table);
            return true;
        } catch (EspalierException e) {
            if (session.isLost()) {
                throw e;
            }
            return false;
        }
    }

    public static Set<String> indexes(Session session) {
        Set<String> names = new TreeSet<>();
        session.query(
                Statement.of(session.dialect().indexQuery()),
                row -> names.add((row.getString(1) + "." + row.getString(2)).toLowerCase(Locale.ROOT)));
        return names;
    }

    public @Nullable String row(String name) {
        return rows.get(name);
    }

    /**
     * The value of a row that every database has.
     *
     * @param place the database, for messages
     * @throws SchemaException {@code lost-row} where there is none
     */
    public String needed(String name, Place place) {
        String value = rows.get(name);
        if (value == null) {
            throw lost(name, place);
        }
        return value;
    }

    /**
     * Makes sure that the catalog has all its rows.
     *
     * @throws SchemaException {@code no-model} if it has none; {@code format} if another version has made the database; {@code lost-row} if one is missing
     */
    public static void requireAll(Map<String, String> rows, Place place) {
        if (ROWS.stream().noneMatch(rows::containsKey)) {
            throw new SchemaException(
                    NO_MODEL,
                    place + ": no objects are kept there: the table " + SystemTables.META.name()
                            + " is missing or names no model. A program that opens it with its classes makes one, and so does an import"
                            + " or a copy");
        }
        String format = rows.get(FORMAT);
        if (format != null && !format.equals(FORMAT_NUMBER)) {
            throw new SchemaException(
                    ErrorCode.FORMAT,
                    place + ": made in format " + format + ", this version reads " + FORMAT_NUMBER
                            + "; use the version of Espalier that made it");
        }
        for (String row : ROWS) {
            if (!rows.containsKey(row)) {
                throw lost(row, place);
            }
        }
    }

    static SchemaException lost(String row, Place place) {
        return new SchemaException(
                LOST_ROW,
                place + ": found no row '" + row + "' in " + SystemTables.META.name()
                        + ", but others; expected all that was "
                        + "written there when the database was made. Put it back from a copy");
    }

    public boolean has(Table table) {
        return tables.contains(table.name());
    }

    /** Whether an index of that name stands on that table. */
    public static boolean stands(Set<String> standing, Index index) {
        return standing.contains((index.table().name() + "." + index.name()).toLowerCase(Locale.ROOT));
    }

    /** The value of one row; null where there is none. */
    public static @Nullable String row(Session session, String name) {
        String[] value = new String[1];
        session.query(
                session.dialect().render(Select.of(META, META.column(1)).where(named(name))),
                row -> value[0] = row.getString(1));
        return value[0];
    }

    /** All rows of {@link SystemTables#META}. */
    public static Map<String, String> rows(Session session) {
        Map<String, String> rows = new TreeMap<>();
        session.query(
                session.dialect().render(Select.of(META, META.column(0), META.column(1))),
                row -> rows.put(row.getString(1), row.getString(2)));
        return rows;
    }

    /** The row of that name, which nobody can change before the transaction ends; null if there is none. */
    public static @Nullable String locked(Session session, String name) {
        return locked(session, name, RowLock.REFER);
    }

    /** Locks a row, so that nobody else can change or lock it. */
    public static void lockAlone(Session session, String name) {
        locked(session, name, RowLock.DELETE);
    }

    /** A row is replaced by deleting it: PostgreSQL finds the one in its place only by another statement. */
    private static @Nullable String locked(Session session, String name, RowLock lock) {
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
    public static void put(Session session, Map<String, String> rows) {
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
        Map<String, String> found = rows(session);
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
    public static void deleteAll(Session session, Collection<String> names) {
        delete(
                session,
                new Predicate.InValues(
                        META.column(0),
                        names.stream()
                                .map(name -> new Bind(ColumnType.NAME, name))
                                .toList()));
    }

    /** Deletes the row of that name, and says whether there was one. */
    public static boolean delete(Session session, String name) {
        return delete(session, named(name));
    }

    /** Deletes the row of that name and value, and says whether there was one. */
    public static boolean delete(Session session, String name, String value) {
        return delete(
                session, Predicate.and(named(name), Predicate.equal(META.column(1), new Bind(ColumnType.TEXT, value))));
    }

    private static boolean delete(Session session, Predicate where) {
        return session.update(session.dialect().render(new Delete(SystemTables.META, where))) > 0;
    }

    private static Predicate named(String name) {
        return Predicate.equal(META.column(0), new Bind(ColumnType.NAME, name));
    }
}
