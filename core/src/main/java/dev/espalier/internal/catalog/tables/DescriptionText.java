package dev.espalier.internal.catalog.tables;

import static dev.espalier.internal.catalog.tables.CatalogRows.ATTRIBUTES;
import static dev.espalier.internal.catalog.tables.CatalogRows.CLASSES;
import static dev.espalier.internal.catalog.tables.CatalogRows.FINISHED;
import static dev.espalier.internal.catalog.tables.CatalogRows.INDEXES;
import static dev.espalier.internal.catalog.tables.CatalogRows.MODEL;
import static dev.espalier.internal.catalog.tables.CatalogRows.STRUCTURE;

import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.catalog.tables.StoredAttributes.Numbered;
import dev.espalier.internal.catalog.tables.Structure.Kind;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Description} as rows of text, one fact a line.
 *
 * <pre>
 * model       class Order: order(id BIGINT, _version INTEGER, due DATE?, buyer_id BIGINT?)
 *             list Order.lines: order_lines(owner BIGINT, pos INTEGER, target BIGINT?)
 * structure   refers order.buyer_id: Person
 * classes     class Order: shop.Order, shop.Purchase
 * attributes  Dog: #3 class Animal,Pet as Pet             its superclasses, then those that it got later than its first program
 *             Animal: #2 class|abstract -                 what it is, then what it is in programs of older versions
 *             Dog age: #4 long|int age                    an attribute by its path: its type, the types that older programs have for it, its columns
 *             Dog chip.code: #6 String chip_code as tag   a component of an embedded record
 *             Dog chip: #5 record(Chip) chip              the column that tells whether there is a record
 *             Dog friends: #7 list dog_friends            a collection and its table
 *             Dog friends.value: #8 ref(Dog) target       its members; .key is a map's keys
 *             Dog pups: #9 list inverse(mother)           the inverse of a reference has no table
 *             Dog size_2: #12 String size_2 as size from size    converted from another attribute; "from -" if a migration has computed it
 *             Dog weight: #13 double weight filling -     the same while objects may be without their values
 *             enum shop.Status: #10 enum NEW,SENT         an enum and its constants, in order; "as" what it is called where it has moved
 *             enum shop.Status NEW: #11 constant - as FRESH    one constant, by the name under which it is stored
 *             next: #14
 * finished    Order note as remark: #12 order.note 2026-11-23T09:30:12Z by shop.jar (process 7)
 * </pre>
 */
final class DescriptionText {

    private static final String NEXT = "next";
    private static final String NONE = "-";
    private static final String NAMES = "as";
    private static final String FROM = "from";
    private static final String FILLING = "filling";

    private DescriptionText() {}

    /** The rows by their names, without the format; without that of dropped names if there are none. */
    static Map<String, String> rows(Description description) {
        Map<String, String> rows = new TreeMap<>();
        rows.put(INDEXES, description.level());
        rows.put(MODEL, model(description.tables()));
        rows.put(STRUCTURE, structure(description.structure()));
        rows.put(CLASSES, names(description.javaNames()));
        rows.put(ATTRIBUTES, attributes(description.numbered()));
        if (!description.dropped().isEmpty()) {
            rows.put(FINISHED, dropped(description.dropped()));
        }
        return rows;
    }

    /** Reads rows, some of which may be missing. */
    static Description read(Map<String, String> rows) {
        return new Description(
                rows.getOrDefault(INDEXES, ""),
                tables(rows.getOrDefault(MODEL, "")),
                readStructure(rows.getOrDefault(STRUCTURE, "")),
                readNames(rows.getOrDefault(CLASSES, "")),
                readAttributes(rows.get(ATTRIBUTES)),
                readDropped(rows.getOrDefault(FINISHED, "")));
    }

    private static void forEachLine(String text, BiConsumer<String, String> each) {
        text.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            each.accept(line.substring(0, colon), line.substring(colon + 2));
        });
    }

    // ---- tables

    static String model(Map<String, Table> tables) {
        return tables.entrySet().stream()
                .map(table -> table.getKey() + ": " + table(table.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private static String table(Table table) {
        return table.columns().stream()
                .map(column -> column.name() + " " + column.type() + (column.nullable() ? "?" : "")
                        + (column.unique() ? "!" : ""))
                .collect(Collectors.joining(", ", table.name() + "(", ")"));
    }

    static Map<String, Table> tables(String text) {
        Map<String, Table> tables = new TreeMap<>();
        forEachLine(text, (subject, table) -> {
            int open = table.indexOf('(');
            List<Column> columns = new ArrayList<>();
            for (String column : table.substring(open + 1, table.length() - 1).split(", ")) {
                int space = column.lastIndexOf(' ');
                String type = column.substring(space + 1);
                columns.add(new Column(
                        column.substring(0, space),
                        ColumnType.valueOf(type.replaceAll("[?!]", "")),
                        type.contains("?"),
                        type.contains("!")));
            }
            tables.put(subject, new Table(table.substring(0, open), columns, subject.startsWith("class ") ? 1 : 2));
        });
        return tables;
    }

    // ---- structure

    static String structure(Structure structure) {
        return structure.facts().entrySet().stream()
                .map(fact -> subject(fact.getKey()) + ": " + String.join(", ", fact.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private static String subject(Subject subject) {
        String columns = subject.kind() == Kind.INDEX ? "(" + String.join(" ", subject.columns()) + ")" : "";
        return subject.kind().name().toLowerCase(Locale.ROOT) + " "
                + (subject.name().isEmpty() ? subject.table() : subject.column()) + columns;
    }

    static Structure readStructure(String text) {
        Map<Subject, Set<String>> facts = new TreeMap<>();
        forEachLine(text, (subject, words) -> facts.put(readSubject(subject), Set.of(words.split(", "))));
        return new Structure(facts);
    }

    private static Subject readSubject(String text) {
        int space = text.indexOf(' ');
        int dot = text.indexOf('.', space);
        int open = text.indexOf('(', space);
        int end = open < 0 ? text.length() : open;
        return new Subject(
                Kind.valueOf(text.substring(0, space).toUpperCase(Locale.ROOT)),
                text.substring(space + 1, dot < 0 ? end : dot),
                dot < 0 ? "" : text.substring(dot + 1, end),
                open < 0
                        ? List.of()
                        : List.of(text.substring(open + 1, text.length() - 1).split(" ")));
    }

    // ---- names

    private static String names(Map<String, Set<String>> javaNames) {
        return javaNames.entrySet().stream()
                .map(named -> named.getKey() + ": " + String.join(", ", new TreeSet<>(named.getValue())))
                .collect(Collectors.joining("\n"));
    }

    private static Map<String, Set<String>> readNames(String text) {
        Map<String, Set<String>> names = new TreeMap<>();
        forEachLine(text, (subject, javaNames) -> names.put(subject, Set.of(javaNames.split(", "))));
        return names;
    }

    // ---- attributes

    static String attributes(Numbered numbered) {
        List<String> text = new ArrayList<>();
        numbered.lines()
                .forEach((key, line) -> text.add(key + ": #" + line.number() + " " + String.join("|", line.types())
                        + " "
                        + (line.columns().isEmpty() ? NONE : String.join(",", line.columns()))
                        + (line.names().isEmpty()
                                ? ""
                                : " " + NAMES + " "
                                        + line.names().stream().sorted().collect(Collectors.joining(",")))
                        + (line.from() == null ? "" : " " + (line.isFilled() ? FROM : FILLING) + " " + line.from())));
        text.add(NEXT + ": #" + numbered.next());
        return String.join("\n", text);
    }

    static Numbered readAttributes(@Nullable String text) {
        TreeMap<String, Line> lines = new TreeMap<>();
        int next = 1;
        for (String line : text == null ? List.<String>of() : text.lines().toList()) {
            int colon = line.indexOf(": #");
            String key = line.substring(0, colon);
            String[] words = line.substring(colon + 3).split(" ");
            if (key.equals(NEXT)) {
                next = Integer.parseInt(words[0]);
            } else {
                lines.put(key, line(words));
            }
        }
        return new Numbered(lines, next);
    }

    private static Line line(String[] words) {
        Map<String, String> more = new LinkedHashMap<>();
        for (int i = 3; i + 1 < words.length; i += 2) {
            more.put(words[i], words[i + 1]);
        }
        return new Line(
                Integer.parseInt(words[0]),
                List.of(words[1].split("\\|")),
                words[2].equals(NONE) ? List.of() : List.of(words[2].split(",")),
                more.containsKey(NAMES) ? Set.of(more.get(NAMES).split(",")) : Set.of(),
                more.getOrDefault(FILLING, more.get(FROM)),
                !more.containsKey(FILLING));
    }

    // ---- dropped names

    private static String dropped(List<DroppedName> dropped) {
        return dropped.stream()
                .map(name -> name.key()
                        + (name.names().isEmpty() ? "" : " as " + String.join(",", new TreeSet<>(name.names()))) + ": #"
                        + name.number() + " " + (name.storage().isEmpty() ? NONE : String.join(",", name.storage()))
                        + " "
                        + name.when())
                .collect(Collectors.joining("\n"));
    }

    private static List<DroppedName> readDropped(String text) {
        List<DroppedName> dropped = new ArrayList<>();
        for (String line : text.lines().toList()) {
            int colon = line.indexOf(": #");
            String[] key = line.substring(0, colon).split(" as ");
            String[] words = line.substring(colon + 3).split(" ", 3);
            dropped.add(new DroppedName(
                    key[0],
                    key.length > 1 ? Set.of(key[1].split(",")) : Set.of(),
                    Integer.parseInt(words[0]),
                    words[1].equals(NONE) ? List.of() : Arrays.asList(words[1].split(",")),
                    words[2]));
        }
        return dropped;
    }
}
