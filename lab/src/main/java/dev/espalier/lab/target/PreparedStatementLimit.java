package dev.espalier.lab.target;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * The limit of prepared statements of MySQL and MariaDB, {@code max_prepared_stmt_count}. By default it is 16,382 for the whole server: fewer than
 * 8 tables x 5 statements x 1,024 connections. Beyond it a driver may fail, or send texts without saying so; therefore the lab raises the limit
 * for its run, says so, and sets it back.
 *
 * @param target where it was raised
 * @param before as it was
 * @param raised as it is now
 */
public record PreparedStatementLimit(Target target, long before, long raised) implements AutoCloseable {

    /** The greatest that MySQL 8.0.18 and later take; MariaDB takes a quarter of it. */
    private static final long MOST_OF_MARIADB = 1_048_576;

    /**
     * Raises the limit if a run needs more.
     *
     * @param target the server
     * @param needed prepared statements of all connections together
     * @return the raised limit; empty if it is high enough, or the engine has none
     * @throws TargetException if the account may not raise it
     */
    public static Optional<PreparedStatementLimit> raise(Target target, long needed) {
        if (target.engine() != Engine.MYSQL && target.engine() != Engine.MARIADB) {
            return Optional.empty();
        }
        if (target.engine() == Engine.MARIADB && needed > MOST_OF_MARIADB) {
            throw refused(target, needed, MOST_OF_MARIADB, "MariaDB takes no more");
        }
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement()) {
            long limit;
            try (ResultSet row = statement.executeQuery("SELECT @@GLOBAL.max_prepared_stmt_count")) {
                row.next();
                limit = row.getLong(1);
            }
            if (limit >= needed) {
                return Optional.empty();
            }
            try {
                statement.execute("SET GLOBAL max_prepared_stmt_count = " + needed);
            } catch (SQLException e) {
                throw refused(target, needed, limit, Target.firstLine(e));
            }
            return Optional.of(new PreparedStatementLimit(target, limit, needed));
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot ask " + target.engine().title() + " for max_prepared_stmt_count: " + Target.firstLine(e),
                    e);
        }
    }

    private static TargetException refused(Target target, long needed, long limit, String why) {
        return new TargetException(
                "max_prepared_stmt_count of " + target.engine().title() + " at " + target.url() + ": found " + limit
                        + ", expected at least " + needed
                        + ", one for each table, statement and connection, and it cannot be raised (" + why
                        + "); raise it, let the lab start a server of servers/ with --set max_prepared_stmt_count="
                        + needed
                        + ", or give --unprepared or fewer --connections",
                null);
    }

    /** @return for the result: as it was, and as it is for this run */
    public String words() {
        return raised + ", raised from " + before + " for this run";
    }

    /** Sets the limit back. A server that is gone has its own again when it starts. */
    @Override
    public void close() {
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET GLOBAL max_prepared_stmt_count = " + before);
        } catch (SQLException | TargetException e) {
            System.getLogger(PreparedStatementLimit.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "max_prepared_stmt_count stays at " + raised + ": " + e.getMessage());
        }
    }
}
