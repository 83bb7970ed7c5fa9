package dev.espalier.lab.target;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The engines that the lab supports. */
public enum Engine {
    /** Embedded, one file for each database. */
    SQLITE("SQLite", "jdbc:sqlite:"),
    /** Embedded, one file for each database; a target of the pack objects. */
    H2("H2", "jdbc:h2:"),
    /** Embedded, one file for each database; a target of the pack objects. */
    DUCKDB("DuckDB", "jdbc:duckdb:"),
    /** MySQL. */
    MYSQL("MySQL", "jdbc:mysql:"),
    /** MariaDB. */
    MARIADB("MariaDB", "jdbc:mariadb:", "mariadb-10.11"),
    /** PostgreSQL. */
    POSTGRES("PostgreSQL", "jdbc:postgresql:", "postgres-15"),
    /** TiDB; speaks MySQL's protocol. */
    TIDB("TiDB", "jdbc:mysql:"),
    /** CUBRID, by URL only, with a driver that its user brings ({@link DriverJar}). */
    CUBRID("CUBRID", "jdbc:cubrid:");

    private final String title;
    private final String urlPrefix;
    /** Names in {@code servers/} of its other versions. */
    private final List<String> versions;

    Engine(String title, String urlPrefix, String... versions) {
        this.title = title;
        this.urlPrefix = urlPrefix;
        this.versions = List.of(versions);
    }

    /** @return the name as its makers write it */
    public String title() {
        return title;
    }

    /** @return the name as it is written on the command line, in results and in {@code servers/} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the engine of a name.
     *
     * @param word as on the command line; a version of it, such as {@code mariadb-10.11}, too
     * @return the engine, if it is one
     */
    public static Optional<Engine> ofWord(String word) {
        return Arrays.stream(values())
                .filter(engine -> engine != CUBRID && (engine.word().equals(word) || engine.versions.contains(word)))
                .findFirst();
    }

    /** @return whether it runs in the lab's own process, with its data in files and no accounts */
    public boolean isEmbedded() {
        return this == SQLITE || this == H2 || this == DUCKDB;
    }

    static Optional<Engine> ofUrl(String url) {
        return Arrays.stream(values())
                .filter(engine -> url.startsWith(engine.urlPrefix))
                .findFirst();
    }
}
