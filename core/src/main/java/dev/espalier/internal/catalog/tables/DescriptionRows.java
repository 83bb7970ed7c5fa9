package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.DroppedName.Occasion;
import dev.espalier.internal.catalog.tables.DroppedName.Storage;
import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.catalog.tables.StoredAttributes.Numbered;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.DeclaredBounds;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Description}, but for its index level, as rows of the catalog's tables. A value that is missing is an empty text. Immutable.
 *
 * <pre>
 * espalier_attribute
 *   number kind      class        path          type       target  storage      inverse_of  origin  computed  filled
 *   2      class     Animal                     class                                               0         1
 *   4      attribute Dog          age           long               age                              0         1
 *   5      attribute Dog          chip          record     Chip    chip                             0         1       the column that shows whether there is a record
 *   6      attribute Dog          chip.code     String             chip_code                        0         1
 *   7      attribute Dog          friends       list               dog_friends                      0         1       a collection and its table
 *   8      attribute Dog          friends.value reference  Dog     target                           0         1       its members; .key is a map's keys
 *   9      attribute Dog          pups          list                            mother              0         1       the inverse of a reference has no table
 *   12     attribute Dog          size_2        String             size_2                   size    0         0       converted from another attribute
 *   13     attribute Dog          weight        double             weight                           1         1       computed by a migration
 *   10     enum      shop.Status                enum                                                0         1
 *   11     constant  shop.Status  NEW           constant                                            0         1
 * espalier_column
 *   kind       class  path     table_name   name    type    nullable  is_unique
 *   class      Dog             dog          age     BIGINT  0         0
 *   attribute  Dog    friends  dog_friends  target  BIGINT  1         0
 * espalier_fact
 *   kind             number  subject    name        value
 *   java-name                Dog                    shop.Dog           what programs call a class
 *   java-name                Dog        friends     shop.Dog.mates     or a collection
 *   type             4                              int                a type that older programs have for an attribute; the name is its target
 *   storage          10                             NEW                superclasses of a class, constants of an enum, columns of an attribute with several
 *   name             6                              tag                what an attribute, a constant or an enum is called too; superclasses that a class got later
 *   refers                   dog        friend_id   Animal             what columns mean: {@link Structure}
 *   index                    dog        ix_dog_name values             at which level an index stands, then its columns
 *   index-column             dog        ix_dog_name name
 *   bounds                   Order      stop-at     buyer.orders       what a class declares for reads of its objects; an empty name for bounds that leave nothing out
 *   dropped-kind     12      Order      note        attribute          what was dropped for good: the class, enum or table, and its attribute, constant or index
 *   dropped          12      Order      note        2026-11-23 ...     when
 *   dropped-by       12      Order      note        shop.jar           by which program, and its names
 *   dropped-name     12      Order      note        remark
 *   dropped-storage  12      order      note                           its table, or the table and the column
 * </pre>
 *
 * @param next the next permanent number to give
 * @param attributes the rows of {@link SystemTables#ATTRIBUTES} without the state
 * @param columns those of {@link SystemTables#COLUMNS} without state and place, in their order
 * @param facts those of {@link SystemTables#FACTS} without state and place, in their order
 */
public record DescriptionRows(
        int next, List<List<String>> attributes, List<List<String>> columns, List<List<String>> facts) {

    static final DescriptionRows NONE = new DescriptionRows(1, List.of(), List.of(), List.of());

    private static final String JAVA_NAME = "java-name";
    private static final String TYPE = "type";
    private static final String STORAGE = "storage";
    private static final String NAME = "name";
    private static final String INDEX_COLUMN = "index-column";
    private static final String BOUNDS = "bounds";
    private static final String DEPTH = "depth";
    private static final String ONLY = "only";
    private static final String STOP_AT = "stop-at";
    private static final String FOLLOW = "follow";
    private static final String DROPPED_KIND = "dropped-kind";
    private static final String DROPPED = "dropped";
    private static final String DROPPED_BY = "dropped-by";
    private static final String DROPPED_NAME = "dropped-name";
    private static final String DROPPED_STORAGE = "dropped-storage";

    private static final Map<String, Structure.Kind> KINDS = Stream.of(Structure.Kind.values())
            .collect(Collectors.toUnmodifiableMap(DescriptionRows::word, kind -> kind));

    private static final String NO_NUMBER = "0";
    private static final String NOTHING = "";

    public DescriptionRows {
        attributes = List.copyOf(attributes);
        columns = List.copyOf(columns);
        facts = List.copyOf(facts);
    }

    /** The rows of one of the catalog's tables. */
    List<List<String>> of(Table table) {
        return table.equals(SystemTables.ATTRIBUTES)
                ? attributes
                : table.equals(SystemTables.COLUMNS) ? columns : facts;
    }

    // ---- a description as rows

    public static DescriptionRows of(Description description) {
        List<List<String>> attributes = new ArrayList<>();
        List<List<String>> facts = new ArrayList<>();
        description
                .javaNames()
                .forEach((subject, names) -> new TreeSet<>(names)
                        .forEach(name -> facts.add(
                                fact(JAVA_NAME, NO_NUMBER, subject.className(), subject.collection(), name))));
        description.numbered().lines().forEach((key, line) -> {
            attributes.add(attribute(key, line));
            String number = String.valueOf(line.number());
            line.types().stream()
                    .skip(1)
                    .forEach(type -> facts.add(fact(TYPE, number, NOTHING, type.target(), type.word())));
            if (!isInline(key, line)) {
                line.columns().forEach(column -> facts.add(fact(STORAGE, number, NOTHING, NOTHING, column)));
            }
            line.names().stream().sorted().forEach(name -> facts.add(fact(NAME, number, NOTHING, NOTHING, name)));
        });
        description.structure().facts().forEach((subject, words) -> facts.addAll(facts(subject, words)));
        description.bounds().forEach((type, bounds) -> facts.addAll(facts(type, bounds)));
        description.dropped().forEach(dropped -> facts.addAll(facts(dropped)));
        List<List<String>> columns = new ArrayList<>();
        description
                .tables()
                .forEach((subject, table) ->
                        table.columns().forEach(column -> columns.add(column(subject, table, column))));
        return new DescriptionRows(description.numbered().next(), attributes, columns, facts);
    }

    private static List<String> attribute(LineKey key, Line line) {
        return List.of(
                String.valueOf(line.number()),
                key.kind().word(),
                key.owner(),
                key.path(),
                line.type().word(),
                line.type().target(),
                isInline(key, line) ? line.columns().get(0) : NOTHING,
                line.inverseOf() == null ? NOTHING : line.inverseOf(),
                line.from() == null ? NOTHING : line.from(),
                bit(Origin.COMPUTED.equals(line.origin())),
                bit(line.isFilled()));
    }

    /** Whether what keeps an attribute has one name, which stands beside it. */
    private static boolean isInline(LineKey key, Line line) {
        return key.kind() == LineKey.Kind.ATTRIBUTE && line.columns().size() == 1;
    }

    private static List<String> column(TableSubject subject, Table table, Column column) {
        return List.of(
                (subject.isClass() ? LineKey.Kind.CLASS : LineKey.Kind.ATTRIBUTE).word(),
                subject.className(),
                subject.collection(),
                table.name(),
                column.name(),
                column.type().name(),
                bit(column.nullable()),
                bit(column.unique()));
    }

    private static String bit(boolean is) {
        return is ? "1" : "0";
    }

    private static boolean is(String bit) {
        return bit.equals("1");
    }

    private static String word(Structure.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static List<List<String>> facts(Subject subject, Set<String> words) {
        String kind = word(subject.kind());
        List<List<String>> facts = new ArrayList<>();
        words.forEach(word -> facts.add(fact(kind, NO_NUMBER, subject.table(), subject.name(), word)));
        subject.columns()
                .forEach(column -> facts.add(fact(INDEX_COLUMN, NO_NUMBER, subject.table(), subject.name(), column)));
        return facts;
    }

    private static List<List<String>> facts(String type, DeclaredBounds bounds) {
        List<List<String>> facts = new ArrayList<>();
        if (bounds.depth() != DeclaredBounds.ANY_DEPTH) {
            facts.add(fact(BOUNDS, NO_NUMBER, type, DEPTH, String.valueOf(bounds.depth())));
        }
        bounds.only().forEach(path -> facts.add(fact(BOUNDS, NO_NUMBER, type, ONLY, path)));
        bounds.stopAt().forEach(path -> facts.add(fact(BOUNDS, NO_NUMBER, type, STOP_AT, path)));
        bounds.follow().forEach(path -> facts.add(fact(BOUNDS, NO_NUMBER, type, FOLLOW, path)));
        if (facts.isEmpty()) {
            facts.add(fact(BOUNDS, NO_NUMBER, type, NOTHING, NOTHING));
        }
        return facts;
    }

    private static DeclaredBounds bounds(Map<String, List<String>> values) {
        List<String> depth = values.getOrDefault(DEPTH, List.of());
        return new DeclaredBounds(
                depth.isEmpty() ? DeclaredBounds.ANY_DEPTH : Integer.parseInt(depth.get(0)),
                values.getOrDefault(ONLY, List.of()),
                values.getOrDefault(STOP_AT, List.of()),
                values.getOrDefault(FOLLOW, List.of()));
    }

    private static List<List<String>> facts(DroppedName dropped) {
        List<List<String>> facts = new ArrayList<>();
        facts.add(fact(DROPPED_KIND, dropped, dropped.key().kind().word()));
        facts.add(fact(DROPPED, dropped, dropped.occasion().time()));
        facts.add(fact(DROPPED_BY, dropped, dropped.occasion().program()));
        new TreeSet<>(dropped.names()).forEach(name -> facts.add(fact(DROPPED_NAME, dropped, name)));
        dropped.storage()
                .forEach(storage -> facts.add(fact(
                        DROPPED_STORAGE,
                        String.valueOf(dropped.number()),
                        storage.table(),
                        storage.column(),
                        NOTHING)));
        return facts;
    }

    private static List<String> fact(String kind, DroppedName dropped, String value) {
        LineKey key = dropped.key();
        return fact(kind, String.valueOf(dropped.number()), key.owner(), key.path(), value);
    }

    private static List<String> fact(String kind, String number, String subject, String name, String value) {
        return List.of(kind, number, subject, name, value);
    }

    // ---- rows as a description

    /** @param level that of the indexes */
    Description description(String level) {
        Facts read = new Facts();
        facts.forEach(read::add);
        return new Description(
                level, tables(), read.structure(), read.javaNames, numbered(read), read.bounds(), read.dropped);
    }

    private Numbered numbered(Facts facts) {
        TreeMap<LineKey, Line> lines = new TreeMap<>();
        for (List<String> row : attributes) {
            String number = row.get(0);
            List<StoredType> older = facts.typesOf(number);
            List<StoredType> types = new ArrayList<>(1 + older.size());
            types.add(new StoredType(row.get(4), row.get(5)));
            types.addAll(older);
            List<String> storage = row.get(6).isEmpty() ? facts.of(STORAGE, number) : List.of(row.get(6));
            lines.put(
                    new LineKey(LineKey.Kind.of(row.get(1)), row.get(2), row.get(3)),
                    new Line(
                            Integer.parseInt(number),
                            types,
                            storage,
                            orNull(row.get(7)),
                            Set.copyOf(facts.of(NAME, number)),
                            origin(row.get(8), is(row.get(9))),
                            is(row.get(10))));
        }
        return new Numbered(lines, next);
    }

    private static @Nullable Origin origin(String path, boolean isComputed) {
        return isComputed ? Origin.COMPUTED : path.isEmpty() ? null : new Origin(path);
    }

    private static @Nullable String orNull(String value) {
        return value.isEmpty() ? null : value;
    }

    private Map<TableSubject, Table> tables() {
        Map<TableSubject, List<Column>> columnsOf = new TreeMap<>();
        Map<TableSubject, String> names = new TreeMap<>();
        for (List<String> row : columns) {
            TableSubject subject = new TableSubject(row.get(1), row.get(2));
            names.put(subject, row.get(3));
            columnsOf
                    .computeIfAbsent(subject, s -> new ArrayList<>())
                    .add(new Column(row.get(4), ColumnType.valueOf(row.get(5)), is(row.get(6)), is(row.get(7))));
        }
        Map<TableSubject, Table> tables = new TreeMap<>();
        columnsOf.forEach((subject, all) ->
                tables.put(subject, new Table(requireNonNull(names.get(subject)), all, subject.isClass() ? 1 : 2)));
        return tables;
    }

    /** One reading of the facts, in their order. */
    private static final class Facts {

        private final Map<TableSubject, Set<String>> javaNames = new TreeMap<>();
        private final Map<String, Map<String, List<String>>> ofNumbers =
                Map.of(STORAGE, new HashMap<>(), NAME, new HashMap<>());
        private final Map<String, List<StoredType>> olderTypes = new HashMap<>();
        /** In the order of the rows, which are mostly in the order of the subjects. */
        private final Map<Subject, Set<String>> words = new LinkedHashMap<>();

        /** The columns of indexes, by the indexes without columns. */
        private final Map<Subject, List<String>> indexed = new HashMap<>();

        /** By classes, then by names. */
        private final Map<String, Map<String, List<String>>> bounds = new TreeMap<>();

        private final List<DroppedName> dropped = new ArrayList<>();

        void add(List<String> row) {
            String kind = row.get(0);
            String value = row.get(4);
            switch (kind) {
                case JAVA_NAME ->
                    javaNames
                            .computeIfAbsent(new TableSubject(row.get(2), row.get(3)), s -> new TreeSet<>())
                            .add(value);
                case TYPE ->
                    olderTypes
                            .computeIfAbsent(row.get(1), n -> new ArrayList<>())
                            .add(new StoredType(value, row.get(3)));
                case STORAGE, NAME ->
                    requireNonNull(ofNumbers.get(kind))
                            .computeIfAbsent(row.get(1), n -> new ArrayList<>())
                            .add(value);
                case INDEX_COLUMN ->
                    indexed.computeIfAbsent(subject(Structure.Kind.INDEX, row), s -> new ArrayList<>(2))
                            .add(value);
                case BOUNDS ->
                    bounds.computeIfAbsent(row.get(2), type -> new HashMap<>())
                            .computeIfAbsent(row.get(3), name -> new ArrayList<>())
                            .add(value);
                case DROPPED_KIND ->
                    dropped.add(new DroppedName(
                            new LineKey(LineKey.Kind.of(value), row.get(2), row.get(3)),
                            Set.of(),
                            Integer.parseInt(row.get(1)),
                            List.of(),
                            new Occasion("", "")));
                case DROPPED -> dropped.add(lastDropped().droppedAt(value));
                case DROPPED_BY -> dropped.add(lastDropped().droppedBy(value));
                case DROPPED_NAME -> dropped.add(lastDropped().named(value));
                case DROPPED_STORAGE -> dropped.add(lastDropped().storedIn(new Storage(row.get(2), row.get(3))));
                default -> words.merge(subject(kind(kind), row), Set.of(value), Facts::united);
            }
        }

        /** Most subjects have one word. */
        private static Set<String> united(Set<String> one, Set<String> more) {
            Set<String> all = one instanceof HashSet ? one : new HashSet<>(one);
            all.addAll(more);
            return all;
        }

        private static Structure.Kind kind(String kind) {
            Structure.Kind known = KINDS.get(kind);
            if (known == null) {
                throw new IllegalArgumentException("found the kind " + kind + " of a fact");
            }
            return known;
        }

        Map<String, DeclaredBounds> bounds() {
            Map<String, DeclaredBounds> all = new TreeMap<>();
            bounds.forEach((type, values) -> all.put(type, DescriptionRows.bounds(values)));
            return all;
        }

        private DroppedName lastDropped() {
            return dropped.remove(dropped.size() - 1);
        }

        private static Subject subject(Structure.Kind kind, List<String> row) {
            return new Subject(kind, row.get(2), row.get(3), List.of());
        }

        List<StoredType> typesOf(String number) {
            return olderTypes.getOrDefault(number, List.of());
        }

        List<String> of(String kind, String number) {
            return requireNonNull(ofNumbers.get(kind)).getOrDefault(number, List.of());
        }

        Structure structure() {
            Map<Subject, Set<String>> facts = new LinkedHashMap<>(2 * words.size());
            words.forEach((subject, all) -> facts.put(
                    subject.isIndex()
                            ? subject.of(indexed.getOrDefault(
                                    new Subject(Structure.Kind.INDEX, subject.table(), subject.name(), List.of()),
                                    List.of()))
                            : subject,
                    all));
            return new Structure(facts);
        }
    }

    // ---- a short form

    /** Distinguishes two of them. */
    public String digest() {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update((next + "\n").getBytes(StandardCharsets.UTF_8));
            for (List<List<String>> rows : List.of(attributes, columns, facts)) {
                rows.forEach(row -> sha256.update((String.join("\t", row) + "\n").getBytes(StandardCharsets.UTF_8)));
                sha256.update((byte) 0);
            }
            return HexFormat.of().formatHex(sha256.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }
}
