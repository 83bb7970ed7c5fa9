package dev.espalier.lab.subject;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The fastest hand-written load and the best form of the query for one engine. One file for each engine. */
sealed interface Road permits DuckDbRoad, H2Road, MariaDbRoad, MySqlRoad, PostgresRoad, SqliteRoad {

    /** Ids in one statement, for engines that take them as text. */
    int IDS_PER_STATEMENT = 1_000;

    /**
     * Returns the implementation for an engine.
     *
     * @param engine the engine
     * @return its road
     */
    static Road of(Engine engine) {
        return switch (engine) {
            case SQLITE -> new SqliteRoad();
            case H2 -> new H2Road();
            case DUCKDB -> new DuckDbRoad();
            case MYSQL -> new MySqlRoad(false);
            case TIDB -> new MySqlRoad(true);
            case MARIADB -> new MariaDbRoad();
            case POSTGRES -> new PostgresRoad();
            case CUBRID -> throw new SubjectException("CUBRID is a target of loads, not of objects", null);
        };
    }

    /** Returns a connection set up for loading. */
    Connection connectForLoad(TargetDatabase database) throws SQLException;

    /** Returns a connection set up for the query at an index level. */
    Connection connectForSearch(TargetDatabase database, Indexes indexes) throws SQLException;

    /** Returns how many connections load at the same time, if {@code threads} are offered. */
    int loadConnections(int threads);

    /** Stores all rows and commits. */
    void load(Connection connection, Table table, Rows rows) throws SQLException;

    /** Returns a short description of the loading method. Known once a connection for loading was opened. */
    String loadRoad();

    /** Returns the query in the form that is best at an index level. */
    QueryForm queryForm(Indexes indexes);

    /** Statements that renew the statistics of all tables; they may run at the same time. */
    List<String> analyze();

    /** Finishes the load on one connection, after the last statement. */
    default void finish(Connection connection) throws SQLException {}

    /** Returns the text behind the closing parenthesis of CREATE TABLE. */
    default String tableOptions(Table table) {
        return "";
    }

    /** Statements that add a table's indexes of a level, the fastest way. */
    default List<String> addIndexes(Table table, Indexes indexes) {
        List<String> statements = new ArrayList<>();
        for (List<String> columns : table.indexes(indexes)) {
            statements.add("CREATE INDEX " + indexName(table, columns) + " ON " + table.name() + " ("
                    + String.join(", ", columns) + ")");
        }
        return statements;
    }

    /** Returns the condition on some ids. */
    default String among(String column, long[] ids, int from, int to) {
        StringBuilder sql = new StringBuilder(column).append(" IN (");
        for (int index = from; index < to; index++) {
            sql.append(index == from ? "" : ",").append(ids[index]);
        }
        return sql.append(')').toString();
    }

    /** Returns the statement that makes a table with its primary key. */
    default String createTable(Table table) {
        String columns = table.columns().stream()
                .map(column -> column + " " + columnType(table, column) + " NOT NULL")
                .collect(Collectors.joining(", "));
        return "CREATE TABLE " + table.name() + " (" + columns + ", PRIMARY KEY ("
                + String.join(", ", table.primaryKey()) + "))" + tableOptions(table);
    }

    /** Returns the SQL type of a column. */
    default String columnType(Table table, String column) {
        return Table.type(column);
    }

    /** Returns the name of an index. */
    static String indexName(Table table, List<String> columns) {
        return table.name() + "_by_" + String.join("_", columns);
    }

    /** Runs statements that answer nothing. */
    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
