/**
 * Espalier: plain Java objects, kept flat in the SQL database that is already there.
 *
 * <p>Seven packages are for users; the machine is in {@code dev.espalier.internal}, which nobody else uses. A program that is a
 * module itself opens the packages of its persistent classes to this one.
 */
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
}
