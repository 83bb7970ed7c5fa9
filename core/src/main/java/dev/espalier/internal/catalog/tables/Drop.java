package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * A table, a column or an index that is still to be dropped: a row of {@link SystemTables#FACTS} while somebody works on it. The other rows of the catalog
 * say nothing of them any more, so that a program that dies leaves nothing but unused tables and columns, and whoever opens the database next drops them.
 *
 * <pre>
 * members animal_toys dog         the members in the first table whose owners are in the second
 * index order ix_order_note
 * length order code nullable      text that was unique may be longer from now on; it may be null
 * column order note
 * table order_tags
 * </pre>
 */
public record Drop(Kind kind, String table, String name, boolean isNullable) {

    private static final String NULLABLE = "nullable";

    /** Kinds of what is dropped, in the order in which it is. */
    public enum Kind {
        MEMBERS,
        INDEX,
        LENGTH,
        COLUMN,
        TABLE
    }

    /** One thing to drop, by its name. */
    public Drop(Kind kind, String table, String name) {
        this(kind, table, name, false);
    }

    /** The limit of a text that was unique. */
    public static Drop length(Table table, Column column) {
        return new Drop(Kind.LENGTH, table.name(), column.name(), column.nullable());
    }

    public static Drop table(String table) {
        return new Drop(Kind.TABLE, table, "");
    }

    private Index index() {
        return new Index(name, table(table, "id"), List.of(), false);
    }

    /** @param isAlone whether each statement is a transaction by itself */
    public List<Statement> statements(Dialect dialect, boolean isAlone) {
        return switch (kind) {
            case MEMBERS -> {
                Table members = table(table, "owner");
                Source owners = new Source(table(name, "id"), "o");
                yield List.of(dialect.render(new Delete(
                        members,
                        new Predicate.InQuery(
                                new Source(members, "t").column(0), Select.of(owners, owners.column(0))))));
            }
            case INDEX ->
                texts(dialect, isAlone ? new Definition.RemoveIndex(index()) : new Definition.DropIndex(index()));
            case LENGTH, COLUMN -> texts(dialect, definition());
            case TABLE -> texts(dialect, definition());
        };
    }

    public Definition definition() {
        if (kind == Kind.LENGTH) {
            Column before = new Column(name, ColumnType.TEXT, isNullable, true);
            Table changed = new Table(table, List.of(before), 1);
            return new Definition.ChangeColumn(changed, before, new Column(name, ColumnType.TEXT, isNullable, false));
        }
        return kind == Kind.COLUMN
                ? new Definition.DropColumn(
                        table(table, name), table(table, name).columns().get(0))
                : new Definition.DropTable(table(table, "id"));
    }

    private static List<Statement> texts(Dialect dialect, Definition definition) {
        return dialect.render(definition).stream().map(Statement::of).toList();
    }

    private static Table table(String name, String column) {
        return new Table(name, List.of(new Column(column, ColumnType.BIGINT, true, false)), 1);
    }

    /** The list as rows of {@link SystemTables#FACTS}. */
    static List<List<String>> rows(List<Drop> drops) {
        return drops.stream()
                .map(drop -> List.of(
                        drop.kind().name().toLowerCase(Locale.ROOT),
                        "0",
                        drop.table(),
                        drop.name(),
                        drop.isNullable() ? NULLABLE : ""))
                .toList();
    }

    static List<Drop> read(List<List<String>> rows) {
        return rows.stream()
                .map(row -> new Drop(
                        Kind.valueOf(row.get(0).toUpperCase(Locale.ROOT)),
                        row.get(2),
                        row.get(3),
                        row.get(4).equals(NULLABLE)))
                .toList();
    }

    /** Distinguishes two lists. */
    static String digest(List<Drop> drops) {
        return new DescriptionRows(0, List.of(), List.of(), rows(drops)).digest();
    }
}
