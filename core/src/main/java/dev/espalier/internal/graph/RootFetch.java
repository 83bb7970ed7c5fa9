package dev.espalier.internal.graph;

import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fetch of objects whose rows may carry more: the objects that they refer to, and the members of one collection. An answer
 * begins with one; on its later levels the rows carry nothing. For one thread at a time.
 */
abstract sealed class RootFetch extends Fetch permits QueryFetch, ObjectFetch {

    /** The beginning of the aliases of joined tables; those of a search are other ones. */
    private static final String JOINED = "j";

    /** More tables are planned in time that grows faster than what is gained. */
    private static final int MOST_TABLES = 8;

    private static final int MOST_SEEN = 4_000;

    /** The references that are read in the same rows, until it has observed what came with them; null for none. */
    private @Nullable JoinedReferences references;
    /** The members that are read in the same rows; null for none. */
    private @Nullable MemberFetch members;

    RootFetch(Answer answer, String relation) {
        super(answer, relation);
    }

    // ---- what the rows carry

    /**
     * Reads the objects that those of one class refer to in their rows, as far as that is worth it.
     *
     * @param depth how many references after each other are followed
     * @param rows how many are expected
     */
    final void joinReferences(ClassLayout layout, PathState state, int depth, long rows) {
        JoinedReferences joined =
                new JoinedReferences(layout, columns(layout), this::newBatch, state, depth, rows, JOINED, null);
        references = joined.isEmpty() ? null : joined;
    }

    /**
     * Reads the members of a collection in the rows of their owners, if that is worth it: an owner's row stands there once for each member.
     *
     * @param layout the only class of the owners
     * @param rows how many owners are expected
     */
    final boolean carry(MemberFetch carried, ClassLayout layout, long rows) {
        int columns = references == null ? columns(layout) : references.end();
        int tables = 1 + (references == null ? 0 : references.count());
        if (carried.layout().comesWithOwners(layout, rows)
                && carried.comeWithOwners(layout, columns, MOST_TABLES - tables)) {
            members = carried;
        }
        return members != null;
    }

    private static int columns(ClassLayout layout) {
        return layout.table.table().columns().size();
    }

    final boolean joinsReferences() {
        return references != null;
    }

    final boolean carriesNothing() {
        return references == null && members == null;
    }

    /** Remembers what was learnt from the rows of one statement, and joins no references to those of the next one. */
    final void observe(ObjectBatch batch) {
        if (references != null) {
            references.observeMany();
            references = null;
        }
        if (batch.size > 0) {
            batch.layout.observeWidth(batch.lastWidth());
        }
        if (members != null) {
            members.observe();
        }
    }

    // ---- the statement

    /** The part of the answer that a statement for objects of that class reads, see {@link StatementTexts}. */
    final Object part(ClassLayout layout) {
        return members == null ? layout : members.withOwners();
    }

    /** The references in the rows, see {@link StatementTexts}. */
    final List<JoinedReferences.Shape> joined() {
        return references == null ? List.of() : references.shape();
    }

    /** Adds what the rows carry to a statement that selects the objects alone. */
    final Select withCarried(Select alone, Source source) {
        Select joined = references == null ? alone : references.addTo(alone, source);
        return members == null ? joined : members.addTo(joined, source);
    }

    // ---- its rows

    /**
     * Reads the objects, then those that they refer to. An object may come in both.
     *
     * @param rows how many are expected
     * @param ids takes the id of each row; null for nothing
     */
    final RowReader objectReader(ObjectBatch batch, long rows, @Nullable LongList ids) {
        JoinedReferences more = references;
        int ofEachRow = 1 + (more == null ? 0 : more.count());
        IdMap seen = new IdMap((int) Math.min(rows * ofEachRow, MOST_SEEN));
        JoinedReferences.Reader reader = (into, row, at, id) ->
                readNew(into, seen, row, at, id) && !answer.context().has(id);
        return row -> {
            long id = row.getLong(1);
            if (ids != null) {
                ids.add(id);
            }
            if (reader.read(batch, row, 1, id) && more != null) {
                more.read(row, reader);
            }
        };
    }

    /** Reads the objects, each of which has several rows if it has several members, and beside them the members. */
    final RowReader withMembers(RowReader objects) {
        MemberFetch beside = members;
        if (beside == null) {
            return objects;
        }
        long[] last = {0};
        return row -> {
            long id = row.getLong(1);
            if (id != last[0]) {
                last[0] = id;
                objects.read(row);
            }
            beside.readWithOwner(row);
        };
    }
}
