package dev.espalier.testing;

import java.util.Locale;

/** The databases that Espalier runs on. */
public enum Engine {
    SQLITE("SQLite"),
    MYSQL("MySQL"),
    MARIADB("MariaDB"),
    POSTGRES("PostgreSQL"),
    TIDB("TiDB"),
    H2("H2"),
    DUCKDB("DuckDB");

    private final String title;

    Engine(String title) {
        this.title = title;
    }

    /** As in {@code servers/mysql} and {@code ESPALIER_REQUIRE_ENGINES}. */
    String script() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name for people. */
    @Override
    public String toString() {
        return title;
    }

    /** Whether the engine is a server, reached through a network. */
    public boolean isServer() {
        return this == MYSQL || this == MARIADB || this == POSTGRES || this == TIDB;
    }

    /** Whether it speaks MySQL's protocol. */
    public boolean isMySqlFamily() {
        return this == MYSQL || this == MARIADB || this == TIDB;
    }
}
