package dev.espalier.dialect;

import java.sql.SQLException;
import java.util.List;

/** TiDB from 8.5, which speaks MySQL's protocol and nearly its language. */
final class TiDbDialect extends MySqlDialect {

    TiDbDialect() {
        super(false);
    }

    @Override
    public String name() {
        return "TiDB";
    }

    /** Every transaction reads from one snapshot; READ ONLY would ask for a setting that is off by default. */
    @Override
    public List<String> beginSnapshot() {
        return List.of("START TRANSACTION WITH CONSISTENT SNAPSHOT");
    }

    @Override
    public List<String> beginWork() {
        return beginWrite();
    }

    @Override
    public List<String> beginWrite() {
        return List.of("BEGIN PESSIMISTIC");
    }

    /** Codes: https://docs.pingcap.com/tidb/stable/error-codes. */
    @Override
    public Failure failure(SQLException error) {
        return switch (error.getErrorCode()) {
            case 8002, 8005, 8022, 8028, 9007 -> Failure.CONFLICT;
            default -> super.failure(error);
        };
    }

    @Override
    public boolean hashesSemiJoins() {
        return true;
    }
}
