package dev.espalier.internal.dialect;

import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import java.util.ArrayList;
import java.util.List;

/** Writes what creates and drops tables and indexes. */
final class DefinitionWriter {

    private DefinitionWriter() {}

    /** The texts of a definition, in the order in which they are run. */
    static List<String> write(Dialect dialect, Definition definition) {
        if (definition instanceof Definition.CreateTable create) {
            return createTable(dialect, create);
        }
        if (definition instanceof Definition.AddColumn add) {
            return List.of(dialect.addColumn(add.table(), add.column()));
        }
        if (definition instanceof Definition.ChangeColumn change) {
            return dialect.changeColumn(change.table(), change.before(), change.after());
        }
        if (definition instanceof Definition.DropColumn drop) {
            return List.of("ALTER TABLE " + dialect.quote(drop.table().name()) + " DROP COLUMN "
                    + dialect.quote(drop.column().name()));
        }
        if (definition instanceof Definition.DropTable drop) {
            return List.of("DROP TABLE " + dialect.quote(drop.table().name()));
        }
        if (definition instanceof Definition.CreateIndex create) {
            return List.of(dialect.createIndex(create.index(), ""));
        }
        if (definition instanceof Definition.CreateIndexes create) {
            return dialect.createIndexes(create.table(), create.indexes());
        }
        if (definition instanceof Definition.BuildIndexes build) {
            return dialect.buildIndexes(build.table(), build.indexes());
        }
        if (definition instanceof Definition.RemoveIndex remove) {
            return List.of(dialect.removeIndex(remove.index()));
        }
        return List.of(dialect.dropIndex(((Definition.DropIndex) definition).index()));
    }

    /** A definition for people: a line for each column, with a comment behind it. */
    static String commented(Dialect dialect, Table table, List<String> comments) {
        List<String> columns = table.columns().stream()
                .map(column -> dialect.column(table, column) + ",")
                .toList();
        int width = columns.stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder("CREATE TABLE ")
                .append(dialect.quote(table.name()))
                .append(" (\n");
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            text.append("  ").append(column).append(" ".repeat(width + 2 - column.length()));
            text.append("-- ").append(comments.get(i)).append('\n');
        }
        return text.append("  PRIMARY KEY (")
                .append(dialect.names(table.key()))
                .append(")\n)")
                .toString();
    }

    private static List<String> createTable(Dialect dialect, Definition.CreateTable create) {
        Table table = create.table();
        List<String> parts = new ArrayList<>();
        table.columns().forEach(column -> parts.add(dialect.column(table, column)));
        parts.add("PRIMARY KEY (" + dialect.names(table.key()) + ")");
        boolean isOneStatement = dialect.createsIndexesWithTables();
        if (isOneStatement) {
            create.indexes().forEach(index -> parts.add(dialect.indexInTable(index)));
        }
        List<String> statements = new ArrayList<>();
        statements.add("CREATE TABLE IF NOT EXISTS " + dialect.quote(table.name()) + " (" + String.join(", ", parts)
                + ")" + dialect.tableOptions(table));
        if (!isOneStatement) {
            statements.addAll(dialect.createIndexes(table, create.indexes()));
        }
        return statements;
    }
}
