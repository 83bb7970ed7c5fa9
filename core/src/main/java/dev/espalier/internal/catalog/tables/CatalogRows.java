package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.LOST_ROW;
import static dev.espalier.error.ErrorCode.NO_MODEL;
import static dev.espalier.error.ErrorCode.UNFINISHED_COPY;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.Drops.Drop;
import dev.espalier.internal.jdbc.Place;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The rows of {@link SystemTables#META} at one moment, and what they say. Immutable. */
public final class CatalogRows {

    /** The format that this version writes and reads. */
    public static final String FORMAT_NUMBER = "1";

    public static final String FORMAT = "format";
    static final String INDEXES = "indexes";
    static final String MODEL = "model";
    static final String STRUCTURE = "structure";
    static final String CLASSES = "classes";
    static final String ATTRIBUTES = "attributes";

    /** The classes and attributes that were dropped, with time and program. Lines are added only. */
    static final String FINISHED = "finished";

    /** The tables and columns that a finish has still to drop. The other rows do not name them any more. */
    static final String DROPS = "drops";

    /** How fast changes went that were made before: {@link Rates}. */
    static final String RATES = "rates";

    /** The rows that an opening is going to write when it has made its tables have this before their names until then. */
    public static final String NEXT = "next.";

    /** The rows that a copy or an import is going to write when all objects are there have this before their names until then. */
    static final String COPY = "copy.";

    /** The rows that every database has. */
    static final List<String> NEEDED = List.of(FORMAT, INDEXES, MODEL, STRUCTURE, CLASSES, ATTRIBUTES);

    private final Map<String, String> rows;
    private final @Nullable Description current;
    private final @Nullable Description next;
    private final List<Drop> drops;

    /** @param rows by their names */
    public CatalogRows(Map<String, String> rows) {
        this.rows = Collections.unmodifiableMap(new TreeMap<>(rows));
        this.current = NEEDED.stream().anyMatch(rows::containsKey) ? DescriptionText.read(rows) : null;
        Map<String, String> announced = after(NEXT);
        if (announced.isEmpty()) {
            this.next = null;
        } else {
            Map<String, String> all = new TreeMap<>(rows);
            all.putAll(announced);
            this.next = DescriptionText.read(all);
        }
        this.drops = rows.containsKey(DROPS) ? Drops.parse(rows.get(DROPS)) : List.of();
    }

    /**
     * The rows of a whole database.
     *
     * @throws SchemaException {@code structure} if some are missing, or if there are others
     */
    public static CatalogRows complete(Map<String, String> rows, Place place) {
        Set<String> unknown = new TreeSet<>(rows.keySet());
        NEEDED.forEach(unknown::remove);
        unknown.remove(FINISHED);
        if (!unknown.isEmpty() || !rows.keySet().containsAll(NEEDED)) {
            throw new SchemaException(
                    ErrorCode.STRUCTURE,
                    place + ": found the catalog rows " + new TreeSet<>(rows.keySet()) + "; expected "
                            + new TreeSet<>(NEEDED));
        }
        return new CatalogRows(rows);
    }

    /** The rows of a description, by their names. */
    public static Map<String, String> of(Description description) {
        Map<String, String> rows = DescriptionText.rows(description);
        rows.put(FORMAT, FORMAT_NUMBER);
        return rows;
    }

    /** Those whose names begin so, without it. */
    private Map<String, String> after(String prefix) {
        Map<String, String> found = new TreeMap<>();
        rows.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        return found;
    }

    /** The rows by their names. */
    Map<String, String> rows() {
        return rows;
    }

    /** What the database says of its model, whether all rows are there or not; null if it has none. */
    public @Nullable Description current() {
        return current;
    }

    /** The same, {@link Description#NONE} for a database without a model. */
    public Description currentOrNone() {
        return current == null ? Description.NONE : current;
    }

    /**
     * What a database with a model says of it.
     *
     * @param place the database, for messages
     * @throws SchemaException {@code no-model} if it has none; {@code format} if another version has made the database; {@code lost-row} if a row is missing
     */
    public Description described(Place place) {
        if (current == null) {
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
        for (String row : NEEDED) {
            if (!rows.containsKey(row)) {
                throw new SchemaException(
                        LOST_ROW,
                        place + ": found no row '" + row + "' in " + SystemTables.META.name()
                                + ", but others; expected all that was "
                                + "written there when the database was made. Put it back from a copy");
            }
        }
        return current;
    }

    /** What an opening has announced, and not made yet; null if there is nothing. */
    public @Nullable Description next() {
        return next;
    }

    /**
     * The same.
     *
     * @throws SchemaException {@code lost-row} if not all of it is there
     */
    public Description announced(Place place) {
        if (next == null || !rows.containsKey(NEXT + MODEL)) {
            throw new SchemaException(
                    LOST_ROW,
                    place + ": found no row '" + NEXT + MODEL + "' in " + SystemTables.META.name()
                            + ", but others of its kind; expected all of them or none. Delete those whose names begin with '"
                            + NEXT + "'");
        }
        return next;
    }

    /** What a copy or an import has begun to fill; null if there is nothing. */
    public @Nullable Description copied() {
        Map<String, String> begun = after(COPY);
        return begun.isEmpty() ? null : DescriptionText.read(begun);
    }

    /** What has still to be dropped. */
    public List<Drop> drops() {
        return drops;
    }

    /** @throws SchemaException {@code unfinished-copy} if the objects of a copy or an import are not all there */
    void refuseUnfinished() {
        if (rows.keySet().stream().anyMatch(row -> row.startsWith(COPY))) {
            throw new SchemaException(
                    UNFINISHED_COPY,
                    "found a copy or an import that has not ended; expected a whole database. Repeat the command, which completes it, or"
                            + " drop its tables");
        }
    }
}
