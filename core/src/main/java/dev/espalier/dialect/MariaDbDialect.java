package dev.espalier.dialect;

import dev.espalier.schema.Table;
import java.sql.SQLException;
import java.util.List;

/** MariaDB from 10.11. */
final class MariaDbDialect extends MySqlDialect {

    MariaDbDialect() {
        super(false);
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public String driverArtifact() {
        return "org.mariadb.jdbc:mariadb-java-client";
    }

    /** 1020: since 11.8 a row changed after the snapshot was taken is reported, not overwritten. */
    @Override
    public Failure failure(SQLException error) {
        return error.getErrorCode() == 1020 ? Failure.CONFLICT : super.failure(error);
    }

    @Override
    protected String collation() {
        return "utf8mb4_nopad_bin";
    }

    /** There is no SET_VAR hint, and the figures are never kept for a day. */
    @Override
    public String sizeQuery(List<Table> tables) {
        return withoutHint(super.sizeQuery(tables));
    }

    @Override
    public String rowEstimateQuery() {
        return withoutHint(super.rowEstimateQuery());
    }

    /** After 1,000 rounds the rest is left out by default: https://mariadb.com/kb/en/server-system-variables/#max_recursive_iterations. */
    @Override
    protected String withoutBound(String statement) {
        return "SET STATEMENT max_recursive_iterations=4294967295 FOR " + statement;
    }

    private static String withoutHint(String query) {
        return query.replaceFirst("/\\*.*?\\*/ ", "");
    }
}
