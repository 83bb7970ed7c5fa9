package dev.espalier.write;

import dev.espalier.dialect.BulkRoad;
import dev.espalier.dialect.Dialect;
import dev.espalier.jdbc.Session;
import dev.espalier.model.ColumnType;
import dev.espalier.schema.Column;
import dev.espalier.schema.Table;
import java.io.InputStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** One of the roads for many rows: makes empty batches of its own form, and senders of full ones. Safe for any number of threads. */
enum BulkSink {
    LOAD_DATA {
        @Override
        RowBatch newBatch(Dialect dialect, Table table) {
            return new RowText(table, RowText.Format.LOAD_DATA);
        }

        @Override
        Sender sender(Session session) {
            return batch -> {
                try (Statement statement = session.connection().createStatement()) {
                    LocalStreams.execute(statement, loadData(session.dialect(), batch.table()), ((RowText) batch).stream());
                    requireAll(statement, batch);
                }
            };
        }
    },
    COPY {
        @Override
        RowBatch newBatch(Dialect dialect, Table table) {
            return new RowText(table, RowText.Format.COPY);
        }

        @Override
        Sender sender(Session session) {
            return batch -> {
                Dialect dialect = session.dialect();
                Table table = batch.table();
                CopyIn copy = session.connection().unwrap(PGConnection.class).getCopyAPI()
                        .copyIn("COPY " + dialect.quote(table.name()) + " (" + dialect.names(table.columns()) + ") FROM STDIN");
                try {
                    copy.writeToCopy(((RowText) batch).bytes(), 0, batch.sizeBytes());
                    copy.endCopy();
                } finally {
                    if (copy.isActive()) {
                        copy.cancelCopy();
                    }
                }
            };
        }
    },
    INSERT {
        @Override
        RowBatch newBatch(Dialect dialect, Table table) {
            return new RowList(table, Inserts.rowsPerStatement(dialect, table));
        }

        @Override
        Sender sender(Session session) {
            Inserts inserts = new Inserts(session);
            return new Sender() {
                @Override
                public void send(RowBatch batch) {
                    inserts.send(batch.table(), ((RowList) batch).list());
                }

                @Override
                public void close() {
                    inserts.close();
                }
            };
        }
    };

    /** Sends batches inside a session's transaction. For one thread. */
    @FunctionalInterface
    interface Sender extends AutoCloseable {
        void send(RowBatch batch) throws SQLException;

        @Override
        default void close() {}
    }

    abstract RowBatch newBatch(Dialect dialect, Table table);

    abstract Sender sender(Session session);

    static BulkSink of(BulkRoad road) {
        return switch (road) {
            case LOAD_DATA -> LOAD_DATA;
            case COPY -> COPY;
            case MULTI_ROW_INSERT -> INSERT;
        };
    }

    /** The file name is only a word that the server sends back: the driver reads the stream. */
    private static String loadData(Dialect dialect, Table table) {
        boolean hex = table.columns().stream().anyMatch(BulkSink::isHex);
        String columns = table.columns().stream()
                .map(c -> isHex(c) ? "@" + variable(table, c) : dialect.quote(c.name()))
                .collect(Collectors.joining(", "));
        String set = !hex ? "" : table.columns().stream()
                .filter(BulkSink::isHex)
                .map(c -> dialect.quote(c.name()) + " = UNHEX(@" + variable(table, c) + ")")
                .collect(Collectors.joining(", ", " SET ", ""));
        return "LOAD DATA LOCAL INFILE 'espalier' INTO TABLE " + dialect.quote(table.name()) + " CHARACTER SET utf8mb4 ("
                + columns + ")" + set;
    }

    /**
     * With LOCAL the server cannot stop the client's stream, so that a row with a duplicate key is skipped, and an error only a
     * warning (https://dev.mysql.com/doc/refman/en/load-data.html).
     */
    private static void requireAll(Statement statement, RowBatch batch) throws SQLException {
        long loaded = statement.getLargeUpdateCount();
        if (loaded == batch.rows()) {
            return;
        }
        try (ResultSet warning = statement.executeQuery("SHOW WARNINGS")) {
            String skipped = batch.rows() - loaded + " of " + batch.rows() + " rows were refused";
            throw warning.next()
                    ? new SQLException(skipped + ", the first: " + warning.getString("Message"), "HY000", warning.getInt("Code"))
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

        private static boolean isWrapperFor(Statement statement, String driverClass) throws SQLException {
            try {
                return statement.isWrapperFor(Class.forName(driverClass));
            } catch (ClassNotFoundException e) {
                return false;
            }
        }

        /** In a class of its own: only loaded where the driver is there. */
        private static final class MySql {

            /**
             * The driver sends the stream only while it may send any file; so it may only for this one statement, for which it has
             * the stream. At all other times a server that asks for a file gets none: see the connection's properties.
             */
            static void execute(Statement statement, String text, InputStream stream) throws SQLException {
                var mayLoad = statement.getConnection().unwrap(com.mysql.cj.jdbc.JdbcConnection.class).getPropertySet()
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
            static void execute(Statement statement, String text, InputStream stream) throws SQLException {
                statement.unwrap(org.mariadb.jdbc.Statement.class).setLocalInfileInputStream(stream);
                statement.execute(text);
            }
        }
    }
}
