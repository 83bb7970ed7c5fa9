package dev.espalier.internal.jdbc;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.NoSuchElementException;

/** Recognises how the pools of others say that all of their connections are in use: JDBC has no word for it. */
final class ExhaustedPools {

    private static final List<String> SAID = List.of(
            "checkout a Connection has timed out", // c3p0
            "Unable to fetch a connection in", // Tomcat
            "All connections in the Universal Connection Pool are in use", // Oracle's UCP
            "Sorry, acquisition timeout"); // Agroal

    private static final String DRUID = "com.alibaba.druid.pool.GetConnectionTimeoutException";

    private static final int DEEPEST = 20;

    private ExhaustedPools() {}

    /** Whether an error of {@link javax.sql.DataSource#getConnection()} says so. */
    static boolean isExhausted(SQLException error) {
        Throwable next = error;
        for (int deep = 0; next != null && deep < DEEPEST; deep++, next = next.getCause()) {
            String message = String.valueOf(next.getMessage());
            if (SAID.stream().anyMatch(message::contains)) {
                return true;
            }
            boolean isRoot = next.getCause() == null;
            // Of HikariCP; with a cause, or without a connection in use, the server does not answer.
            if (isRoot
                    && next instanceof SQLTransientConnectionException
                    && message.contains("request timed out after")
                    && !message.contains("active=0")) {
                return true;
            }
            if (isRoot && next.getClass().getName().equals(DRUID)) {
                return true;
            }
            // Of DBCP: an error of the driver's would come as it is
            if (next instanceof SQLException
                    && next.getCause() instanceof NoSuchElementException
                    && message.startsWith("Cannot get a connection, pool error")) {
                return true;
            }
        }
        return false;
    }
}
