/**
 * Espalier: plain Java objects, kept flat in the SQL database that is already there.
 *
 * <p>Seven packages are for users. All others are in {@code dev.espalier.internal}; only the module {@code dev.espalier.transfer} uses some of them, to read
 * and write rows. A program that is a module itself opens the packages of its persistent classes to this one.
 */
@SuppressWarnings("module") // which is compiled later
module dev.espalier {
    requires transitive java.sql;
    requires static transitive org.jspecify;
    requires jdk.unsupported;
    requires org.slf4j;
    requires com.zaxxer.hikari;
    requires roaringbitmap;
    requires static org.xerial.sqlitejdbc;
    requires static mysql.connector.j;
    requires static org.mariadb.jdbc;
    requires static org.postgresql.jdbc;
    requires static duckdb.jdbc;

    exports dev.espalier;
    exports dev.espalier.annotation;
    exports dev.espalier.error;
    exports dev.espalier.evolution;
    exports dev.espalier.health;
    exports dev.espalier.typed;
    exports dev.espalier.verification;

    // rows, and the catalog that they belong to
    exports dev.espalier.internal to
            dev.espalier.transfer;
    exports dev.espalier.internal.catalog.copy to
            dev.espalier.transfer;
    exports dev.espalier.internal.catalog.tables to
            dev.espalier.transfer;
    exports dev.espalier.internal.dialect to
            dev.espalier.transfer;
    exports dev.espalier.internal.jdbc to
            dev.espalier.transfer;
    exports dev.espalier.internal.lease to
            dev.espalier.transfer;
    exports dev.espalier.internal.model to
            dev.espalier.transfer;
    exports dev.espalier.internal.opening to
            dev.espalier.transfer;
    exports dev.espalier.internal.schema to
            dev.espalier.transfer;
    exports dev.espalier.internal.sql to
            dev.espalier.transfer;
    exports dev.espalier.internal.store to
            dev.espalier.transfer;
    exports dev.espalier.internal.write to
            dev.espalier.transfer;
}
