package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.LOST_ROW;
import static dev.espalier.error.ErrorCode.NO_MODEL;
import static dev.espalier.error.ErrorCode.UNFINISHED_COPY;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.jdbc.Place;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rows of the catalog at one moment, and what they say. Immutable. */
public final class CatalogRows {

    /** The format that this version writes and reads. */
    static final String FORMAT_NUMBER = "3";

    public static final String FORMAT = "format";
    public static final String INDEXES = "indexes";

    /** Changes with each change of the description: {@link DescriptionRows#digest}. */
    public static final String DIGEST = "digest";

    /** The next permanent number. */
    static final String NEXT_NUMBER = "next-number";

    /** How many rows {@link SystemTables#ATTRIBUTES}, {@link SystemTables#COLUMNS} and {@link SystemTables#FACTS} have: lost rows are reported. */
    static final String ATTRIBUTES = "attributes";

    static final String COLUMNS = "columns";
    static final String FACTS = "facts";

    /** The version of the library that has made the catalog, for a message; a database may lack it. */
    public static final String VERSION = "version";

    /** The rows of {@link SystemTables#META} that every database has. */
    private static final List<String> NEEDED =
            List.of(FORMAT, INDEXES, DIGEST, NEXT_NUMBER, ATTRIBUTES, COLUMNS, FACTS);

    private static final CatalogRows NONE = new CatalogRows(Map.of(), Map.of(), List.of());

    private final Map<State, Map<String, String>> meta;
    private final Map<State, DescriptionRows> described;
    /** The descriptions that were read already. */
    private final Map<State, Description> read = new ConcurrentHashMap<>();

    private final List<List<String>> drops;

    /** @param meta the values of {@link SystemTables#META} by states and names */
    CatalogRows(Map<State, Map<String, String>> meta, Map<State, DescriptionRows> described, List<List<String>> drops) {
        this.meta = copy(meta);
        this.described = Map.copyOf(described);
        this.drops = List.copyOf(drops);
    }

    private static Map<State, Map<String, String>> copy(Map<State, Map<String, String>> meta) {
        Map<State, Map<String, String>> copy = new EnumMap<>(State.class);
        meta.forEach((state, values) -> copy.put(state, Map.copyOf(values)));
        return copy;
    }

    /** Returns the catalog of a database without tables of Espalier: it has no rows. */
    static CatalogRows none() {
        return NONE;
    }

    /**
     * Returns the catalog of a database with a description.
     *
     * @param description null for a new database
     */
    public static CatalogRows of(@Nullable Description description) {
        if (description == null) {
            return NONE;
        }
        DescriptionRows rows = DescriptionRows.of(description);
        return new CatalogRows(Map.of(State.NOW, meta(description.level(), rows)), Map.of(State.NOW, rows), List.of());
    }

    /**
     * Returns the catalog of a database with a description, given as rows.
     *
     * @param level the name of the index level
     */
    public static CatalogRows of(String level, DescriptionRows rows) {
        return new CatalogRows(Map.of(State.NOW, meta(level, rows)), Map.of(State.NOW, rows), List.of());
    }

    /** The same with another value in a row of {@link SystemTables#META}; null for none. */
    public CatalogRows with(String name, @Nullable String value) {
        Map<String, String> values = new HashMap<>(meta(State.NOW));
        if (value == null) {
            values.remove(name);
        } else {
            values.put(name, value);
        }
        Map<State, Map<String, String>> other = new HashMap<>(meta);
        other.put(State.NOW, values);
        return new CatalogRows(other, described, drops);
    }

    /** The rows of {@link SystemTables#META} for a description. */
    static Map<String, String> meta(String level, DescriptionRows rows) {
        Map<String, String> meta = new TreeMap<>();
        meta.put(FORMAT, FORMAT_NUMBER);
        LibraryVersion.number().ifPresent(version -> meta.put(VERSION, version));
        meta.put(INDEXES, level);
        meta.put(DIGEST, rows.digest());
        meta.put(NEXT_NUMBER, String.valueOf(rows.next()));
        meta.put(ATTRIBUTES, String.valueOf(rows.attributes().size()));
        meta.put(COLUMNS, String.valueOf(rows.columns().size()));
        meta.put(FACTS, String.valueOf(rows.facts().size()));
        return meta;
    }

    /** The names of the rows of {@link SystemTables#META} that a description may have. */
    static List<String> names() {
        return Stream.concat(NEEDED.stream(), Stream.of(VERSION)).toList();
    }

    /** Whether there is any row of a description. */
    private boolean isAny(State state) {
        DescriptionRows rows = described.getOrDefault(state, DescriptionRows.NONE);
        return !rows.attributes().isEmpty()
                || !rows.columns().isEmpty()
                || !rows.facts().isEmpty()
                || NEEDED.stream().anyMatch(meta(state)::containsKey);
    }

    private @Nullable Description description(State state) {
        return isAny(state)
                ? read.computeIfAbsent(
                        state,
                        one -> described
                                .getOrDefault(one, DescriptionRows.NONE)
                                .description(meta(one).getOrDefault(INDEXES, "")))
                : null;
    }

    /** Whether both were read while {@link SystemTables#META} had the same rows. */
    boolean hasSameMeta(CatalogRows other) {
        return meta.equals(other.meta);
    }

    /** The values of {@link SystemTables#META} for a state, by their names. */
    Map<String, String> meta(State state) {
        return meta.getOrDefault(state, Map.of());
    }

    /** Returns the description; null if the database has none. Does not check that all rows are there. */
    public @Nullable Description current() {
        return description(State.NOW);
    }

    /** Returns whether there is a description. */
    public boolean isDescribed() {
        return isAny(State.NOW);
    }

    /** Returns the stored digest of the description; null if there is none. */
    public @Nullable String digest() {
        return meta(State.NOW).get(DIGEST);
    }

    /** The same, {@link Description#NONE} for a database without a model. */
    public Description currentOrNone() {
        Description current = current();
        return current == null ? Description.NONE : current;
    }

    /**
     * Returns the description, and checks that all rows are there.
     *
     * @param place the database, for messages
     * @throws SchemaException {@code no-model} if it has none; {@code format} if another version has made the database; {@code lost-row} if a row is missing;
     *     {@code structure} if a row cannot be read
     */
    public Description described(Place place) {
        if (!isDescribed()) {
            throw new SchemaException(
                    NO_MODEL,
                    place + ": no objects are kept there: the table " + SystemTables.META.name()
                            + " is missing or names no model. A program that opens it with its classes makes one, and so does an import"
                            + " or a copy");
        }
        return whole(State.NOW, place);
    }

    /** Whether an opening has announced something that is not made yet. */
    public boolean isAnnounced() {
        return isAny(State.NEXT);
    }

    /**
     * Returns the description that an opening has announced, and whose tables may not all be made yet.
     *
     * @throws SchemaException {@code lost-row} if not all of it is there; {@code structure} if a row cannot be read
     */
    public Description announced(Place place) {
        return whole(State.NEXT, place);
    }

    /**
     * Returns the description that a copy or an import has begun to fill; null if there is none.
     *
     * @throws SchemaException {@code format} if another version has begun it
     */
    public @Nullable Description copied(Place place) {
        requireFormat(State.COPY, place + ": found a copy or an import that has not ended");
        return description(State.COPY);
    }

    /** Returns the tables, columns and indexes that a finish has still to drop. */
    public List<Drop> drops() {
        return Drop.read(drops);
    }

    /** @throws SchemaException {@code unfinished-copy} if the objects of a copy or an import are not all there; {@code format} if another version has begun it */
    void refuseUnfinished() {
        requireFormat(State.COPY, "found a copy or an import that has not ended");
        if (isAny(State.COPY)) {
            throw new SchemaException(
                    UNFINISHED_COPY,
                    "found a copy or an import that has not ended; expected a whole database. Repeat the command, which completes it, or"
                            + " drop its tables");
        }
    }

    private Description whole(State state, Place place) {
        requireWhole(state, place);
        try {
            return requireNonNull(description(state));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | NullPointerException e) {
            throw new SchemaException(
                    ErrorCode.STRUCTURE,
                    place + ": found rows of the state " + state.word()
                            + " in the tables of the catalog that cannot be read: " + e.getMessage()
                            + ". Put them back from a copy",
                    e);
        }
    }

    /** Whether something in the tables is of a format that this version does not read. */
    static boolean isOfOtherFormat(Map<State, Map<String, String>> meta) {
        return meta.values().stream().anyMatch(CatalogRows::isOfOther);
    }

    private static boolean isOfOther(Map<String, String> meta) {
        String format = meta.get(FORMAT);
        return format != null && !format.equals(FORMAT_NUMBER);
    }

    /** @param what was made in that format, for the message */
    private void requireFormat(State state, String what) {
        if (isOfOther(meta(state))) {
            String format = meta(state).get(FORMAT);
            String made = meta(state).get(VERSION);
            throw new SchemaException(
                    ErrorCode.FORMAT,
                    what + ": made in format " + format + " by "
                            + (made == null ? "another version of Espalier" : "Espalier " + made)
                            + "; found Espalier " + LibraryVersion.number().orElse("of an unknown version")
                            + ", which reads format " + FORMAT_NUMBER + ". Use "
                            + (made == null ? "the version that made it" : "Espalier " + made));
        }
    }

    private void requireWhole(State state, Place place) {
        requireFormat(state, place.toString());
        for (String row : NEEDED) {
            if (!meta(state).containsKey(row)) {
                throw new SchemaException(
                        LOST_ROW,
                        place + ": found no row '" + row + "' of the state " + state.word() + " in "
                                + SystemTables.META.name()
                                + ", but others; expected all that was written there when the database was made or changed. Put it back from a copy");
            }
        }
        DescriptionRows rows = described.getOrDefault(state, DescriptionRows.NONE);
        requireCount(state, ATTRIBUTES, SystemTables.ATTRIBUTES.name(), rows.attributes(), place);
        requireCount(state, COLUMNS, SystemTables.COLUMNS.name(), rows.columns(), place);
        requireCount(state, FACTS, SystemTables.FACTS.name(), rows.facts(), place);
    }

    private void requireCount(State state, String row, String table, List<List<String>> rows, Place place) {
        String expected = meta(state).get(row);
        if (!String.valueOf(rows.size()).equals(expected)) {
            throw new SchemaException(
                    LOST_ROW,
                    place + ": found " + rows.size() + " rows of the state " + state.word() + " in " + table
                            + "; expected " + expected + ", as the row '" + row + "' of "
                            + SystemTables.META.name() + " says. Put them back from a copy");
        }
    }
}
