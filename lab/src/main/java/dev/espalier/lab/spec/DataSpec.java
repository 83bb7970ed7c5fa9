package dev.espalier.lab.spec;

/**
 * The place of the data of a load. In results its members are members of the specification.
 *
 * @param driver the JDBC driver for MySQL: {@code mysql} or {@code mariadb}
 * @param engine the storage engine of MySQL and MariaDB; empty for the server's default
 * @param database that holds the data; data that fit are used as they are; empty for one that carries the run's name
 * @param keep whether the data stay after the run
 */
public record DataSpec(String driver, String engine, String database, boolean keep) {

    /** Checks the names. No engine, as in results that are older than this member, is the server's default. */
    public DataSpec {
        engine = engine == null ? "" : engine;
        if (!driver.equals("mysql") && !driver.equals("mariadb")) {
            throw new SpecException("--driver: found '" + driver + "', expected mysql or mariadb");
        }
        if (!database.matches("|[a-z][a-z0-9_]{0,50}")) {
            throw new SpecException(
                    "--database: found '" + database + "', expected lower-case letters, digits and underscores");
        }
        if (!engine.matches("[A-Za-z_]*")) {
            throw new SpecException("--engine: found '" + engine + "', expected the name of a storage engine");
        }
    }

    /**
     * Returns the place with the server's default storage engine.
     *
     * @param driver the JDBC driver for MySQL
     * @param database that holds the data
     * @param keep whether the data stay after the run
     * @return the place
     */
    public static DataSpec of(String driver, String database, boolean keep) {
        return new DataSpec(driver, "", database, keep);
    }

    DataSpec inDatabase(String name) {
        return new DataSpec(driver, engine, name, keep);
    }
}
