package dev.espalier.internal.dialect;

import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Change;
import dev.espalier.internal.sql.Delete;
import dev.espalier.internal.sql.Insert;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Statement;
import dev.espalier.internal.sql.Update;
import dev.espalier.internal.sql.Upsert;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes statements that change rows. For one thread. */
final class ChangeWriter {

    private final SqlWriter out;
    private final Dialect dialect;

    private ChangeWriter(Dialect dialect) {
        this.out = new SqlWriter(dialect, "");
        this.dialect = dialect;
    }

    /** The text of a change, and its values. */
    static Statement write(Dialect dialect, Change change) {
        ChangeWriter writer = new ChangeWriter(dialect);
        if (change instanceof Insert insert) {
            writer.insert(insert.table(), insert.rows());
        } else if (change instanceof Upsert upsert) {
            writer.upsert(upsert);
        } else if (change instanceof Update update) {
            writer.update(update);
        } else {
            writer.delete((Delete) change);
        }
        return writer.out.statement();
    }

    private void insert(Table table, Insert.Rows rows) {
        out.text("INSERT INTO ")
                .text(dialect.quote(table.name()))
                .text(" (")
                .names(table.columns())
                .text(")");
        if (rows instanceof Insert.Parameters parameters) {
            parameters(table.columns().size(), parameters.count());
        } else if (rows instanceof Insert.Values values) {
            out.text(" VALUES (");
            out.separated(", ", values.values(), out::expression);
            out.text(")");
        } else {
            out.text(" ").query(((Insert.Selected) rows).select());
        }
    }

    private void parameters(int columns, int rows) {
        String row = "(?" + ",?".repeat(columns - 1) + ")";
        out.text(" VALUES ").text(row);
        for (int i = 1; i < rows; i++) {
            out.text(",").text(row);
        }
    }

    private void upsert(Upsert upsert) {
        Table table = upsert.table();
        String merge = dialect.merge(table);
        if (merge != null) {
            out.text(merge);
            parameters(table.columns().size(), upsert.rows());
            return;
        }
        insert(table, new Insert.Parameters(upsert.rows()));
        orUpdate(table);
    }

    /** An upsert of any number of rows, whose values are bound column by column; null if the engine has none. */
    static @Nullable String upsertByColumn(Dialect dialect, Table table) {
        String insert = dialect.insertByColumn(table);
        if (insert == null) {
            return null;
        }
        ChangeWriter writer = new ChangeWriter(dialect);
        writer.out.text(insert);
        writer.orUpdate(table);
        return writer.out.statement().text();
    }

    private void orUpdate(Table table) {
        out.text(dialect.whereKeyExists(table));
        List<Column> others =
                table.columns().subList(table.primaryKey(), table.columns().size());
        out.separated(", ", others, column -> {
            String name = dialect.quote(column.name());
            out.text(name).text(" = ").text(dialect.insertedValue(name));
        });
    }

    private void update(Update update) {
        out.withoutAliases()
                .text("UPDATE ")
                .text(dialect.quote(update.table().name()))
                .text(" SET ");
        List<Update.Assignment> assignments = update.assignments();
        for (int i = 0; i < assignments.size(); i++) {
            Update.Assignment assignment = assignments.get(i);
            out.text(i == 0 ? "" : ", ")
                    .text(dialect.quote(assignment.column().name()))
                    .text(" = ")
                    .expression(assignment.value());
        }
        where(update.where());
    }

    private void delete(Delete delete) {
        out.withoutAliases()
                .text("DELETE FROM ")
                .text(dialect.quote(delete.table().name()));
        where(delete.where());
    }

    private void where(@Nullable Predicate condition) {
        if (condition != null) {
            out.text(" WHERE ").condition(condition);
        }
    }
}
