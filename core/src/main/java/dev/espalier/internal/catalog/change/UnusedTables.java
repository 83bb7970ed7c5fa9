package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drop;
import dev.espalier.internal.catalog.tables.Drop.Kind;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.Structure;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The tables and columns that a model does not have. Tables and columns that no line of the catalog describes are left.
 *
 * @param left the tables that stay, by subject, without the columns that go
 * @param tables the names of the tables that go
 * @param columns those that go from tables that stay, as {@code table.column}
 * @param drops these tables and columns, the members whose owners go, and the limits of texts that are not unique any more
 */
record UnusedTables(
        Map<TableSubject, Table> left,
        Set<String> tables,
        Set<String> columns,
        List<Drop> drops,
        List<FinishPlan.Step> steps) {

    static UnusedTables of(Description description, Schema schema, Dialect dialect, FinishFacts facts) {
        return new Comparison(description, schema, dialect, facts).unused();
    }

    boolean has(Table table) {
        return tables.contains(table.name());
    }

    boolean has(String table, String column) {
        return columns.contains(table + "." + column);
    }

    private static Set<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.toSet());
    }

    /** Goes through the stored tables. */
    private static final class Comparison {

        private final Description description;
        private final StoredAttributes attributes;
        private final Schema schema;
        /** The indexes that single fields ask for. */
        private final List<Index> asked;

        private final Dialect dialect;
        private final FinishFacts facts;

        private final Map<TableSubject, Table> left = new TreeMap<>();
        private final Set<String> tables = new TreeSet<>();
        private final Set<String> columns = new TreeSet<>();
        private final List<Drop> drops = new ArrayList<>();
        private final List<FinishPlan.Step> steps = new ArrayList<>();

        Comparison(Description description, Schema schema, Dialect dialect, FinishFacts facts) {
            this.description = description;
            this.attributes = description.attributes();
            this.schema = schema;
            this.asked = schema.indexes(false, false);
            this.dialect = dialect;
            this.facts = facts;
        }

        UnusedTables unused() {
            Map<TableSubject, Set<String>> own = columnsOfModel();
            description.tables().forEach((subject, table) -> {
                if (own.containsKey(subject)) {
                    left.put(subject, withoutUnused(subject, table, own.get(subject)));
                } else if (isDescribed(subject, table)) {
                    drop(table, subject);
                } else {
                    left.put(subject, table);
                }
            });
            dropMembersOfDroppedOwners();
            return new UnusedTables(left, tables, columns, drops, steps);
        }

        private Map<TableSubject, Set<String>> columnsOfModel() {
            Map<TableSubject, Set<String>> own = new HashMap<>();
            for (ClassTable table : schema.classTables()) {
                own.put(
                        TableSubject.ofClass(schema.nameOf(table.type())),
                        names(table.table().columns()));
            }
            for (LinkTable link : schema.linkTables()) {
                own.put(
                        schema.subjectOf(link.attribute()),
                        names(link.table().columns().subList(0, link.ownColumns())));
            }
            return own;
        }

        private boolean isDescribed(TableSubject subject, Table table) {
            return subject.isClass()
                    ? attributes.find(subject.className()) != null
                    : attributes.within(subject.className(), "").values().stream()
                            .anyMatch(line ->
                                    line.container() != null && line.columns().contains(table.name()));
        }

        private void drop(Table table, TableSubject subject) {
            long lost = facts.count(table);
            Drop drop = Drop.table(table.name());
            tables.add(table.name());
            drops.add(drop);
            steps.add(FinishPlan.Step.of(
                    "drop " + (subject.isClass() ? subject : "collection " + subject.name()) + ", table " + table.name()
                            + ": " + lost + (subject.isClass() ? " objects" : " members"),
                    drop,
                    lost,
                    dialect));
        }

        private Table withoutUnused(TableSubject subject, Table table, Set<String> own) {
            Set<String> described = attributes.columns(subject.className(), subject.prefix());
            List<Column> staying = new ArrayList<>();
            for (Column column : table.columns()) {
                if (own.contains(column.name()) || !described.contains(column.name())) {
                    staying.add(isUnique(table, column) ? column : withoutLimit(table, column));
                } else {
                    drop(table, column);
                }
            }
            return new Table(table.name(), staying, table.primaryKey());
        }

        private void drop(Table table, Column column) {
            long lost = facts.countValues(table, column);
            Drop drop = new Drop(Kind.COLUMN, table.name(), column.name());
            columns.add(table.name() + "." + column.name());
            drops.add(drop);
            steps.add(FinishPlan.Step.of(
                    "drop column " + table.name() + "." + column.name() + ": " + lost + " values",
                    drop,
                    lost,
                    dialect));
        }

        private boolean isUnique(Table table, Column column) {
            return column.unique()
                    && asked.stream()
                            .anyMatch(index -> index.unique()
                                    && index.table().name().equals(table.name())
                                    && names(index.columns()).contains(column.name()));
        }

        /** A text that was unique has a limit on some engines, so that it can be indexed whole. */
        private Column withoutLimit(Table table, Column column) {
            Drop drop = Drop.length(table, column);
            if (column.unique()
                    && column.type() == ColumnType.TEXT
                    && !drop.statements(dialect, false).isEmpty()) {
                drops.add(drop);
                steps.add(FinishPlan.Step.of(
                        "lift the limit of " + table.name() + "." + column.name(), drop, 0, dialect));
            }
            return new Column(column.name(), column.type(), column.nullable(), false);
        }

        private void dropMembersOfDroppedOwners() {
            left.forEach((subject, link) -> {
                if (!subject.isClass()) {
                    description.structure().of(Subject.of(Structure.Kind.OWNER, link)).stream()
                            .filter(tables::contains)
                            .forEach(owner -> drops.add(new Drop(Kind.MEMBERS, link.name(), owner)));
                }
            });
        }
    }
}
