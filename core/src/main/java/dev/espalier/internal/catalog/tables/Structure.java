package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.IndexKey;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of a model's tables mean, so that a database can be checked without its classes. Of what several programs have said of one subject, all words
 * are kept. Immutable.
 *
 * <pre>
 * CLASS dog: Animal, Dog                      of which classes its objects are
 * REFERS dog.friend_id: Animal                becomes null when the object is gone
 * MEMBER zoo_animals.target: Animal           the row goes when the object is gone
 * NEEDS shelf.label_at_y: label_at_x          not null if one of these columns is not
 * REQUIRES sale.buyer_id: buyer               the constructor of the record that has it may refuse null
 * FEWEST team_members: 1                      the constructor of the record that owns it may refuse fewer members
 * OWNER zoo_animals: zoo                      the tables of its owners
 * DISTINCT cat_prey: target                   what no two members have in common; an empty word if they may be equal
 * KEYS shelf_counts: key                      the same of a map's keys
 * PART order_lines.target: part               leads from an owner to its parts; "owner": from a part to its owner
 * INDEX dog.ix_dog_name(name): values         at which levels it stands; "asked": at all
 * UNIQUE dog.ux_dog_code(code): asked         the same of a unique one
 * </pre>
 */
public final class Structure {

    /** In place of a column: members may be equal, or cannot be compared by SQL. */
    static final String NO_COLUMN = "";

    /** The level of an index that a single field asks for. */
    public static final String ASKED = "asked";

    /** A column leads from an owner to its parts. */
    static final String TO_PART = "part";

    /** A column leads from a part to its owner. */
    static final String TO_OWNER = "owner";

    private static final String VALUES = "values";
    private static final String RELATIONS = "relations";

    /** That of a database without tables. */
    public static final Structure NONE = new Structure(Map.of());

    /** The kinds of facts. */
    public enum Kind {
        CLASS,
        DISTINCT,
        FEWEST,
        INDEX,
        KEYS,
        MEMBER,
        NEEDS,
        OWNER,
        PART,
        REFERS,
        REQUIRES,
        UNIQUE
    }

    /**
     * The subject of a fact: a table, one of its columns, or one of its indexes.
     *
     * @param name of the column or the index; empty for a table
     * @param columns of an index
     */
    public record Subject(Kind kind, String table, String name, List<String> columns) implements Comparable<Subject> {

        public Subject {
            requireNonNull(kind);
            columns = List.copyOf(columns);
        }

        public static Subject of(Kind kind, Table table) {
            return new Subject(kind, table.name(), "", List.of());
        }

        static Subject of(Kind kind, Table table, Column column) {
            return new Subject(kind, table.name(), column.name(), List.of());
        }

        public static Subject of(Index index) {
            return new Subject(
                    index.unique() ? Kind.UNIQUE : Kind.INDEX,
                    index.table().name(),
                    index.name(),
                    Index.names(index.columns()));
        }

        /** The same with the columns of an index. */
        Subject of(List<String> ofIndex) {
            return new Subject(kind, table, name, ofIndex);
        }

        /** The column as {@code table.column}. */
        public String column() {
            return table + "." + name;
        }

        boolean isIndex() {
            return kind == Kind.INDEX || isUnique();
        }

        /** Whether it is an index, and unique. */
        boolean isUnique() {
            return kind == Kind.UNIQUE;
        }

        /** Few subjects differ in their kinds or columns alone. */
        @Override
        public int hashCode() {
            return 31 * table.hashCode() + name.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || other instanceof Subject subject
                            && kind == subject.kind
                            && name.equals(subject.name)
                            && table.equals(subject.table)
                            && columns.equals(subject.columns);
        }

        @Override
        public int compareTo(Subject other) {
            int order = kind.compareTo(other.kind);
            order = order != 0 ? order : table.compareTo(other.table);
            order = order != 0 ? order : name.compareTo(other.name);
            return order != 0 ? order : String.join(" ", columns).compareTo(String.join(" ", other.columns));
        }
    }

    private final Map<Subject, Set<String>> facts;

    /** Subjects without words are left out. */
    public Structure(Map<Subject, ? extends Set<String>> facts) {
        List<Map.Entry<Subject, ? extends Set<String>>> inOrder = new ArrayList<>(facts.entrySet());
        inOrder.sort(Comparator.comparing(Map.Entry::getKey));
        Map<Subject, Set<String>> kept = new LinkedHashMap<>(2 * inOrder.size());
        inOrder.forEach(fact -> {
            Set<String> words = fact.getValue();
            if (!words.isEmpty()) {
                kept.put(
                        fact.getKey(),
                        words.size() == 1 ? Set.copyOf(words) : Collections.unmodifiableSet(new TreeSet<>(words)));
            }
        });
        this.facts = Collections.unmodifiableMap(kept);
    }

    /** The words of each subject, ordered by subjects. */
    public Map<Subject, Set<String>> facts() {
        return facts;
    }

    /** The words of a subject; empty if nothing is said of it. */
    public Set<String> of(Subject subject) {
        return facts.getOrDefault(subject, Set.of());
    }

    /** The subjects of a kind. */
    public List<Subject> subjects(Kind kind) {
        return facts.keySet().stream().filter(subject -> subject.kind() == kind).toList();
    }

    /** The indexes. */
    public List<Subject> indexes() {
        return facts.keySet().stream().filter(Subject::isIndex).toList();
    }

    /**
     * The level at which an index stands.
     *
     * @param asked the indexes that single fields ask for
     * @param values those, and those on values
     */
    public static String level(Set<Index> asked, Set<Index> values, Index index) {
        return asked.contains(index) ? ASKED : values.contains(index) ? VALUES : RELATIONS;
    }

    /** The names of indexes. */
    public Map<IndexKey, String> indexNames(Map<TableSubject, Table> tables) {
        Map<String, Table> byName = tables.values().stream().collect(Collectors.toMap(Table::name, table -> table));
        Map<IndexKey, String> names = new HashMap<>();
        for (Subject index : indexes()) {
            Table table = byName.get(index.table());
            if (table != null) {
                List<String> columns = new ArrayList<>(index.columns());
                columns.removeIf(name -> !has(table, name));
                names.put(new IndexKey(table.name(), columns, index.isUnique()), index.name());
            }
        }
        return names;
    }

    private static boolean has(Table table, String name) {
        for (Column column : table.columns()) {
            if (column.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Structure structure && facts.equals(structure.facts);
    }

    @Override
    public int hashCode() {
        return facts.hashCode();
    }

    @Override
    public String toString() {
        return facts.toString();
    }
}
