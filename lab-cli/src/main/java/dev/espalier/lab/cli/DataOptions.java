package dev.espalier.lab.cli;

import dev.espalier.lab.spec.DataSpec;
import picocli.CommandLine.Option;

/** The options for the database and the driver of a load. Each run has a database of its own, unless one is named. */
final class DataOptions {

    @Option(
            names = "--driver",
            paramLabel = "NAME",
            description =
                    "JDBC driver for MySQL and TiDB: mariadb, which needs the least processor time, or mysql. Default: ${DEFAULT-VALUE}.")
    private String driver;

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "Storage engine of MySQL and MariaDB: InnoDB, MyISAM, MEMORY, NDB, Aria, RocksDB, as the server has them. Default: the server's.")
    private String engine;

    @Option(
            names = "--database",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "Database of the data; data that are there already and fit are used and stay. Default: a new one that carries the run's name.")
    private String database;

    @Option(names = "--keep", description = "Leave the data there.")
    private boolean keep;

    DataOptions(String driver) {
        this.driver = driver;
    }

    DataSpec spec() {
        return new DataSpec(driver, engine, database, keep);
    }
}
