package dev.espalier.internal.write;

import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate.And;
import dev.espalier.internal.sql.Predicate.Compare;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.List;
import java.util.function.Predicate;

/** Asks the database whether one object refers to another one. As safe for threads as its reads are. */
public final class StoredReferences {

    /** Reads the state that the unit of work sees. */
    @FunctionalInterface
    public interface Reads {

        /** Answers a question to that state. */
        boolean test(Predicate<Snapshot> question);
    }

    private final Reads reads;

    /** @param reads of the unit of work */
    public StoredReferences(Reads reads) {
        this.reads = reads;
    }

    /**
     * Whether a stored object refers to another one.
     *
     * @param inverse the table of the object that refers, as the inverse of its reference
     */
    boolean refers(LinkTable inverse, long from, long to) {
        Source table = new Source(inverse.table(), "t");
        Expression id = table.column(LinkTable.POS);
        Select select = Select.of(table, id)
                .where(new And(List.of(
                        new Compare(id, SqlOperator.EQUAL, new Bind(ColumnType.BIGINT, from)),
                        new Compare(
                                table.column(LinkTable.OWNER), SqlOperator.EQUAL, new Bind(ColumnType.BIGINT, to)))));
        return reads.test(snapshot -> {
            Session session = snapshot.session();
            boolean[] refers = {false};
            session.query(session.dialect().render(select), row -> refers[0] = true);
            return refers[0];
        });
    }
}
