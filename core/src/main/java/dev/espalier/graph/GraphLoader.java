package dev.espalier.graph;

import dev.espalier.error.DatabaseException;
import dev.espalier.model.PersistentClass;
import dev.espalier.schema.Schema;
import java.util.BitSet;

/**
 * Loads objects with all that they lead to. Safe for any number of threads, each with sessions of its own.
 *
 * <p>One call is one answer: within it every database object is one Java object. Who has more roots than fit into memory calls
 * once for each thousand of them, and gets answers that share no objects.
 */
public final class GraphLoader {

    private final Schema schema;
    private final ModelLayout layout;

    public GraphLoader(Schema schema) {
        this.schema = schema;
        this.layout = new ModelLayout(schema);
    }

    /**
     * Loads the objects with these ids.
     *
     * @param root the class of the objects, or one above
     * @param ids in any order; one may stand there more than once
     * @return one object for each id, in the same order; null where there is none of that class
     * @throws dev.espalier.error.LimitException if there are more objects than the bounds allow
     * @throws dev.espalier.error.QueryException if a path of the bounds names a field that is not there
     */
    public Object[] load(Sessions sessions, PersistentClass root, long[] ids, Bounds bounds, Recipient recipient) {
        Step first = Step.first(bounds, schema.model(), root);
        Answer answer = new Answer(layout, bounds, recipient);
        new Levels(layout, sessions, bounds, answer).read(root, ids, first);
        new Assembly(answer, bounds.leavesOut()).run();
        handOut(answer, bounds.leavesOut(), recipient);
        Object[] roots = new Object[ids.length];
        for (int i = 0; i < ids.length; i++) {
            roots[i] = answer.object(ids[i]);
        }
        return roots;
    }

    private static void handOut(Answer answer, boolean leavesOut, Recipient recipient) {
        for (ObjectBatch batch : answer.objects) {
            for (int row = 0; row < batch.size; row++) {
                if (batch.isKept(row)) {
                    continue;
                }
                if (!leavesOut && recipient.refusesGaps() && answer.leftOut(batch, row) != null) {
                    DatabaseException gap = new DatabaseException("conflict", batch.layout.type + " " + batch.ids[row]
                            + ": something that it refers to was deleted while it was read", true, null);
                    recipient.refused(gap);
                    throw gap;
                }
                BitSet leftOut = leavesOut ? answer.leftOut(batch, row) : null;
                recipient.loaded(batch.layout.type, batch.objects[row], batch.ids[row], batch.versions[row], leftOut);
            }
        }
        answer.members.forEach(members -> members.tell(recipient));
    }
}
