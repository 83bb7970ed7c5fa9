package dev.espalier.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** The number by which a server knows a connection. The drivers know it; nobody has to be asked. */
enum ServerSession {

    MYSQL {
        @Override
        long id(Connection connection) throws SQLException {
            return connection.unwrap(com.mysql.cj.MysqlConnection.class).getSession().getThreadId();
        }
    },

    MARIADB {
        @Override
        long id(Connection connection) throws SQLException {
            return connection.unwrap(org.mariadb.jdbc.Connection.class).getThreadId();
        }
    },

    POSTGRESQL {
        @Override
        long id(Connection connection) throws SQLException {
            return connection.unwrap(org.postgresql.PGConnection.class).getBackendPID();
        }
    },

    /** Another driver, or no server. */
    UNKNOWN {
        @Override
        long id(Connection connection) {
            return 0;
        }
    };

    /** By the name of the connection's driver. */
    static ServerSession of(Connection connection) throws SQLException {
        String driver = connection.getMetaData().getDriverName();
        return driver.startsWith("MySQL Connector") ? MYSQL
                : driver.startsWith("MariaDB Connector") ? MARIADB : driver.startsWith("PostgreSQL") ? POSTGRESQL : UNKNOWN;
    }

    /** 0 where it cannot be known. */
    long idIfKnown(Connection connection) {
        try {
            return id(connection);
        } catch (SQLException e) {
            return 0;
        }
    }

    abstract long id(Connection connection) throws SQLException;
}
