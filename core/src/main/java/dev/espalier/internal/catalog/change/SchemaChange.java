package dev.espalier.internal.catalog.change;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.match.AttributeTypes;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import dev.espalier.internal.sql.Update;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One change of a table that has rows: the difference between two texts of the catalog. Each can be repeated: it then changes nothing more.
 */
public sealed interface SchemaChange {

    /** The table that changes. */
    Table table();

    /** The statements, as one engine takes them. */
    List<Statement> statements(Dialect dialect);

    /** The same for people. */
    PlannedStep planned(Dialect dialect);

    /** Adds a column if there is none of that name. */
    record AddColumn(Table table, Column column) implements SchemaChange {
        public AddColumn {
            requireNonNull(table);
            requireNonNull(column);
        }

        @Override
        public List<Statement> statements(Dialect dialect) {
            return definition(dialect, new Definition.AddColumn(table, column));
        }

        @Override
        public PlannedStep planned(Dialect dialect) {
            return PlannedStep.of(
                    "add column " + table.name() + "." + column.name(),
                    new Definition.AddColumn(table, column),
                    dialect);
        }
    }

    /** Changes the type of a column to one that holds more, or lets it be null. */
    record ChangeColumn(Table table, Column before, Column after) implements SchemaChange {
        public ChangeColumn {
            requireNonNull(table);
            requireNonNull(before);
            requireNonNull(after);
        }

        @Override
        public List<Statement> statements(Dialect dialect) {
            return definition(dialect, new Definition.ChangeColumn(table, before, after));
        }

        @Override
        public PlannedStep planned(Dialect dialect) {
            return PlannedStep.of(
                    "change column " + table.name() + "." + after.name() + " from " + described(before) + " to "
                            + described(after),
                    new Definition.ChangeColumn(table, before, after),
                    dialect);
        }
    }

    /** Sets a new primitive component of an embedded record to zero, if there is a record. */
    record FillZero(Table table, Column column, Column witness) implements SchemaChange {
        public FillZero {
            requireNonNull(table);
            requireNonNull(column);
            requireNonNull(witness);
        }

        @Override
        public List<Statement> statements(Dialect dialect) {
            Source source = new Source(table, "t");
            Bind zero = new Bind(
                    column.type(),
                    column.type() == ColumnType.BOOLEAN
                            ? (Object) false
                            : column.type() == ColumnType.DOUBLE ? (Object) 0.0 : 0L);
            Predicate isMissing =
                    new Predicate.IsNull(source.column(table.columns().indexOf(column)));
            Predicate isRecord = new Predicate.Not(
                    new Predicate.IsNull(source.column(table.columns().indexOf(witness))));
            return List.of(dialect.render(Update.set(table, column, zero, Predicate.and(isMissing, isRecord))));
        }

        @Override
        public PlannedStep planned(Dialect dialect) {
            return PlannedStep.of(
                    "fill " + table.name() + "." + column.name() + " with zero where there is a record",
                    table,
                    statements(dialect));
        }
    }

    private static String described(Column column) {
        return column.type() + (column.nullable() ? "" : " NOT NULL") + (column.unique() ? " UNIQUE" : "");
    }

    private static List<Statement> definition(Dialect dialect, Definition definition) {
        return dialect.render(definition).stream().map(Statement::of).toList();
    }

    /** The changes from one description to the next, and the zeros that the attributes need. */
    static List<SchemaChange> between(Description now, Description next) {
        Map<TableSubject, Table> before = now.tables();
        StoredAttributes attributes = now.attributes();
        StoredAttributes nextAttributes = next.attributes();
        List<SchemaChange> changes = new ArrayList<>();
        next.tables().forEach((subject, table) -> {
            if (before.containsKey(subject)) {
                changes.addAll(between(before.get(subject), table));
                changes.addAll(zeros(subject, table, before.get(subject), attributes, nextAttributes));
            }
        });
        return changes;
    }

    private static List<SchemaChange> between(Table before, Table after) {
        Map<String, Column> columns = new LinkedHashMap<>();
        before.columns().forEach(column -> columns.put(column.name(), column));
        List<SchemaChange> changes = new ArrayList<>();
        for (Column column : after.columns()) {
            Column old = columns.get(column.name());
            if (old == null) {
                changes.add(new AddColumn(after, column));
            } else if (!old.equals(column)) {
                changes.add(new ChangeColumn(after, old, column));
            }
        }
        return changes;
    }

    /** A record that is stored without the component has null there, which a query would not find as zero. */
    private static List<SchemaChange> zeros(
            TableSubject subject,
            Table table,
            Table before,
            StoredAttributes attributes,
            StoredAttributes nextAttributes) {
        Set<String> old = Set.copyOf(before.columns().stream().map(Column::name).toList());
        String className = subject.className();
        List<SchemaChange> zeros = new ArrayList<>();
        nextAttributes.within(className, subject.prefix()).forEach((path, line) -> {
            int dot = path.lastIndexOf('.');
            StoredAttributes.Line record = dot < 0 ? null : nextAttributes.find(className, path.substring(0, dot));
            if (record != null
                    && record.type().isRecord()
                    && AttributeTypes.isPrimitive(line.type())
                    && line.columns().stream().noneMatch(old::contains)
                    && attributes.find(className, path) == null) { // it is new
                Column column = column(table, line);
                Column witness = column(table, record);
                if (column != null && witness != null && old.contains(witness.name())) {
                    zeros.add(new FillZero(table, column, witness));
                }
            }
        });
        return zeros;
    }

    private static @Nullable Column column(Table table, StoredAttributes.Line line) {
        return line.columns().isEmpty()
                ? null
                : table.columns().stream()
                        .filter(column -> column.name().equals(line.columns().get(0)))
                        .findFirst()
                        .orElse(null);
    }
}
