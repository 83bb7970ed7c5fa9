package dev.espalier.internal.engine.postgresql;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.BulkRoad;
import dev.espalier.internal.engine.RowBatch;
import dev.espalier.internal.engine.RowText;
import dev.espalier.internal.schema.Table;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** {@code COPY ... FROM STDIN}. */
record CopyRoad(Dialect dialect) implements BulkRoad {

    @Override
    public String name() {
        return "COPY";
    }

    @Override
    public RowBatch newBatch(Table table) {
        return new RowText(table, RowText.Format.COPY);
    }

    @Override
    public void send(Connection connection, RowBatch batch) throws SQLException {
        Table table = batch.table();
        CopyIn copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY " + dialect.quote(table.name()) + " (" + dialect.names(table.columns()) + ") FROM STDIN");
        try {
            copy.writeToCopy(((RowText) batch).bytes(), 0, batch.sizeBytes());
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }
}
