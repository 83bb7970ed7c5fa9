package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.BulkRoad;
import dev.espalier.internal.engine.RowBatch;
import dev.espalier.internal.engine.RowText;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code LOAD DATA LOCAL INFILE} from a stream. */
record LoadDataRoad(Dialect dialect) implements BulkRoad {

    @Override
    public String name() {
        return "LOAD_DATA";
    }

    /** With compression of MariaDB's driver 3.5.6 the server waits for the stream until net_read_timeout, 30 s by default (2026-11-26). */
    @Override
    public @Nullable String obstacle(Connection connection) throws SQLException {
        return LocalStreams.isCompressed(connection) ? "MariaDB's driver has useCompression=true" : null;
    }

    @Override
    public RowBatch newBatch(Table table) {
        return new RowText(table, RowText.Format.LOAD_DATA);
    }

    @Override
    public void send(Connection connection, RowBatch batch) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            LocalStreams.execute(statement, loadData(batch.table()), ((RowText) batch).stream());
            requireAll(statement, batch);
        }
    }

    /** The file name is only a word that the server sends back: the driver reads the stream. */
    private String loadData(Table table) {
        boolean hex = table.columns().stream().anyMatch(LoadDataRoad::isHex);
        String columns = table.columns().stream()
                .map(c -> isHex(c) ? "@" + variable(table, c) : dialect.quote(c.name()))
                .collect(Collectors.joining(", "));
        String set = !hex
                ? ""
                : table.columns().stream()
                        .filter(LoadDataRoad::isHex)
                        .map(c -> dialect.quote(c.name()) + " = UNHEX(@" + variable(table, c) + ")")
                        .collect(Collectors.joining(", ", " SET ", ""));
        return "LOAD DATA LOCAL INFILE 'espalier' INTO TABLE " + dialect.quote(table.name())
                + " CHARACTER SET utf8mb4 (" + columns + ")" + set;
    }

    /**
     * With LOCAL the server cannot stop the client's stream, so that a row with a duplicate key is skipped, and an error only a
     * warning (https://dev.mysql.com/doc/refman/en/load-data.html).
     */
    private static void requireAll(Statement statement, RowBatch batch) throws SQLException {
        long loaded = statement.getUpdateCount();
        if (loaded == batch.rows()) {
            return;
        }
        try (ResultSet warning = statement.executeQuery("SHOW WARNINGS")) {
            String skipped = batch.rows() - loaded + " of " + batch.rows() + " rows were refused";
            throw warning.next()
                    ? new SQLException(
                            skipped + ", the first: " + warning.getString("Message"), "HY000", warning.getInt("Code"))
                    : new SQLException(skipped);
        }
    }

    private static boolean isHex(Column column) {
        return column.type() == ColumnType.BINARY || column.type() == ColumnType.UUID;
    }

    private static String variable(Table table, Column column) {
        return "v" + table.columns().indexOf(column);
    }

    /** Runs a statement that reads a stream, by the call that its driver has for it. */
    private static final class LocalStreams {

        static void execute(Statement statement, String text, InputStream stream) throws SQLException {
            if (isWrapperFor(statement, "com.mysql.cj.jdbc.JdbcStatement")) {
                MySql.execute(statement, text, stream);
            } else {
                MariaDb.execute(statement, text, stream);
            }
        }

        static boolean isCompressed(Connection connection) throws SQLException {
            return isWrapperFor(connection, "org.mariadb.jdbc.Connection") && MariaDb.isCompressed(connection);
        }

        private static boolean isWrapperFor(Wrapper wrapper, String driverClass) throws SQLException {
            try {
                return wrapper.isWrapperFor(Class.forName(driverClass));
            } catch (ClassNotFoundException e) {
                return false;
            }
        }

        /** In a class of its own: only loaded if the driver is there. */
        private static final class MySql {

            /**
             * The driver sends the stream only while it may send any file; so it may only for this one statement, for which it has
             * the stream. At all other times a server that asks for a file gets none: see the connection's properties.
             */
            static void execute(Statement statement, String text, InputStream stream) throws SQLException {
                var mayLoad = statement
                        .getConnection()
                        .unwrap(com.mysql.cj.jdbc.JdbcConnection.class)
                        .getPropertySet()
                        .<Boolean>getProperty(com.mysql.cj.conf.PropertyKey.allowLoadLocalInfile);
                boolean before = mayLoad.getValue();
                mayLoad.setValue(true);
                try {
                    statement.unwrap(com.mysql.cj.jdbc.JdbcStatement.class).setLocalInfileInputStream(stream);
                    statement.execute(text);
                } finally {
                    mayLoad.setValue(before);
                }
            }
        }

        /** Its driver sends a stream for the statement that names it, and no file for any other. */
        private static final class MariaDb {
            static boolean isCompressed(Connection connection) throws SQLException {
                return connection
                        .unwrap(org.mariadb.jdbc.Connection.class)
                        .getContext()
                        .getConf()
                        .useCompression();
            }

            static void execute(Statement statement, String text, InputStream stream) throws SQLException {
                statement.unwrap(org.mariadb.jdbc.Statement.class).setLocalInfileInputStream(stream);
                statement.execute(text);
            }
        }
    }
}
