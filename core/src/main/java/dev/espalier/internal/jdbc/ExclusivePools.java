package dev.espalier.internal.jdbc;

import java.util.Set;
import javax.sql.DataSource;

/** The pools of others that give each connection to one taker at a time, so that a transaction which is open on one belongs to nobody any more. */
final class ExclusivePools {

    /** A class below one of them may take part in transactions, as DBCP's BasicManagedDataSource does. */
    private static final Set<String> CLASSES = Set.of(
            "com.zaxxer.hikari.HikariDataSource",
            "org.apache.commons.dbcp2.BasicDataSource",
            "org.apache.tomcat.jdbc.pool.DataSource",
            "com.mchange.v2.c3p0.ComboPooledDataSource",
            "com.alibaba.druid.pool.DruidDataSource");

    private ExclusivePools() {}

    static boolean include(DataSource source) {
        return CLASSES.contains(source.getClass().getName());
    }
}
