package dev.espalier.internal.graph;

import static dev.espalier.error.ErrorCode.CONFLICT;

import dev.espalier.error.DatabaseException;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.sql.Expression;
import java.util.ArrayList;
import java.util.List;

/**
 * Distinguishes a reference to something that was deleted while it was read from one to an object that this program cannot read. Who deletes an object
 * counts up those that refer to it in the same transaction: an owner that still has the version with which it was read still refers to it. For
 * one answer whose reads are not of one moment.
 */
final class GapCheck {

    private final Answer answer;
    private final Session session;

    GapCheck(Answer answer, Session session) {
        this.answer = answer;
        this.session = session;
    }

    /** @throws DatabaseException {@code conflict} if an object referred to something that was deleted while it was read */
    void run() {
        List<Reading> readings = new ArrayList<>();
        List<Owners> all = new ArrayList<>();
        for (ObjectBatch batch : answer.batches()) {
            Owners owners = new Owners(batch);
            owners.find();
            readings.addAll(owners.readings());
            all.add(owners);
        }
        session.query(readings);
        all.forEach(Owners::requireUnchanged);
    }

    /** The objects of one class that refer to something which was not found. */
    private final class Owners {
        private final ObjectBatch batch;
        private final LongList ids = new LongList(0);
        private final IdMap expected = new IdMap();
        private int unchanged;

        Owners(ObjectBatch batch) {
            this.batch = batch;
        }

        void find() {
            for (int row = 0; row < batch.size; row++) {
                Gaps gaps = batch.isKept(row) ? null : answer.gaps(batch, row);
                if (gaps != null && !gaps.unresolved().isEmpty()) {
                    ids.add(batch.ids[row]);
                    expected.putIfAbsent(batch.ids[row], batch.versions[row]);
                }
            }
        }

        List<Reading> readings() {
            return new FetchRunner(Sessions.of(session))
                    .chunks(ids.toArray()).stream().map(this::reading).toList();
        }

        private Reading reading(long[] some) {
            Expression id = batch.layout.source().column(ClassTable.ID);
            Expression version = batch.layout.source().column(ClassTable.VERSION);
            return new Reading(
                    session.dialect().renderByIds(batch.layout.source(), List.of(id, version), id, some),
                    row -> unchanged += expected.get(row.getLong(1)) == row.getLong(2) ? 1 : 0);
        }

        void requireUnchanged() {
            if (unchanged < ids.size()) {
                throw new DatabaseException(
                        CONFLICT,
                        batch.layout.type + " " + ids.get(0)
                                + ": something that it, or another object of its class, refers to was deleted while it was read");
            }
        }
    }
}
