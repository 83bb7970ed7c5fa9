package dev.espalier.internal.search.condition;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Source;
import java.util.List;

/** The tables and the bound values of one statement: each table gets an alias of its own, and both are counted. For one thread. */
public final class StatementScope {

    /** With twice as many tables at each step of a path, a statement without a limit would fill the memory before anybody asks for its size. */
    public static final int MOST_TABLES = 2_000;

    private final String prefix;
    private int aliases;
    private int binds;

    public StatementScope() {
        this("t");
    }

    private StatementScope(String prefix) {
        this.prefix = prefix;
    }

    /** Returns a scope for the tables of sort keys, which are joined to a statement that has other tables already. */
    public static StatementScope ofKeys() {
        return new StatementScope("k");
    }

    /** Returns the number of tables so far. */
    int tables() {
        return aliases;
    }

    /** Returns the number of bound values so far. */
    int binds() {
        return binds;
    }

    public SqlRow.OfObject row(ClassTable table) {
        return new SqlRow.OfObject(source(table.table()), table);
    }

    public SqlRow.OfMember row(LinkTable table) {
        return new SqlRow.OfMember(source(table.table()), table);
    }

    private Source source(Table table) {
        if (aliases >= MOST_TABLES) {
            throw new TooManyTables();
        }
        return new Source(table, prefix + aliases++);
    }

    /** Returns a common table expression with these columns. */
    Source commonTable(List<Column> columns) {
        String name = "r" + aliases++;
        return new Source(new Table(name, columns, 1), name);
    }

    Bind bind(ColumnType type, Object value) {
        countBinds(1);
        return new Bind(type, value);
    }

    /** Counts values that a predicate binds by itself, or once more. */
    void countBinds(int more) {
        binds += more;
    }
}
