package dev.espalier.internal.graph;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.schema.ClassTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * One chunk of ids on the way: it runs on some session, maybe beside others, and only reads what the answer has so far; what it
 * found is added to the answer afterwards, by one thread.
 */
abstract sealed class Fetch permits RootFetch, ChainFetch, MemberFetch {

    final Answer answer;
    /** The relation that led here. */
    private final String relation;

    private final List<FoundObjects> objects = new ArrayList<>(4);
    /** Ids that were asked for and not found. */
    final LongList unresolved = new LongList(0);

    private int found;

    Fetch(Answer answer, String relation) {
        this.answer = answer;
        this.relation = relation;
    }

    /**
     * The statements to be asked next, when the rows of those before were read; none when there are none any more, however often.
     *
     * @param together whether several statements cost one round trip
     */
    abstract List<Reading> next(Dialect dialect, boolean together);

    /** Adds what was found to the answer, but objects that came on another way meanwhile; when no fetch of the level is on its way any more. */
    void addToAnswer() {
        answer.add(objects, unresolved);
    }

    // ---- what is found

    /** @param expected how many objects it will have; they may be more */
    final ObjectBatch newBatch(ClassLayout layout, long expected) {
        return newBatch(relation, layout, expected);
    }

    final ObjectBatch newBatch(String leading, ClassLayout layout, long expected) {
        ObjectBatch batch = new ObjectBatch(layout, expected);
        objects.add(new FoundObjects(leading, batch));
        return batch;
    }

    /** Gives up the batches that were made; none of them has an object. */
    final void dropBatches() {
        objects.clear();
    }

    /** Reads an object that neither the answer nor this fetch has. */
    final boolean readNew(ObjectBatch into, IdMap seen, Row row, int at, long id) throws SQLException {
        if (answer.has(id) || !seen.putIfAbsent(id, 0)) {
            return false;
        }
        read(into, row, at, id, (int) row.getLong(at + ClassTable.VERSION));
        return true;
    }

    /** Whether inverse collections of that object may be read. */
    boolean mayReadInverses(long id) {
        return answer.mayReadInverses(id);
    }

    final void read(ObjectBatch into, Row row, int at, long id, int version) throws SQLException {
        into.read(row, at, id, version, mayReadInverses(id), answer);
        answer.checkSize(++found, objects);
    }
}
