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

    private static String withoutHint(String query) {
        return query.replaceFirst("/\\*.*?\\*/ ", "");
    }
}
