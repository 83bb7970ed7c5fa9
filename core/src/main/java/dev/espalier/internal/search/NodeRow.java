package dev.espalier.internal.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of a node of a selection, and the rows of the node's children to which it leads. Equal only to itself. */
public final class NodeRow {

    private final long id;
    private final @Nullable Object[] fields;
    private final List<List<NodeRow>> children;

    NodeRow(long id, @Nullable Object[] fields, int children) {
        this.id = id;
        this.fields = fields;
        this.children = new ArrayList<>(Collections.nCopies(children, List.of()));
    }

    /** Returns the id of the object; of a member its place in the collection. */
    public long id() {
        return id;
    }

    /** Returns the value of the field at a place among those of the node; null if it has none. */
    public @Nullable Object field(int at) {
        return fields[at];
    }

    /** Returns the rows of the child at a place among those of the node. */
    public List<NodeRow> children(int at) {
        return children.get(at);
    }

    void setChildren(int at, List<NodeRow> rows) {
        children.set(at, rows);
    }
}
