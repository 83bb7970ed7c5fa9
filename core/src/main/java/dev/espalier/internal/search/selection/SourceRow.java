package dev.espalier.internal.search.selection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of a source of a selection, and the rows of the source's children to which it leads. Equal only to itself. */
public final class SourceRow {

    private final long id;
    private final @Nullable Object[] fields;
    private final List<List<SourceRow>> children;

    public SourceRow(long id, @Nullable Object[] fields, int children) {
        this.id = id;
        this.fields = fields;
        this.children = children == 0 ? List.of() : new ArrayList<>(Collections.nCopies(children, List.of()));
    }

    /** Returns the id of the object; of a member its place in the collection. */
    public long id() {
        return id;
    }

    /** Returns the value of the field at a place among those of the source; null if it has none. */
    public @Nullable Object field(int at) {
        return fields[at];
    }

    /** Returns the rows of the child at a place among those of the source. */
    public List<SourceRow> children(int at) {
        return children.get(at);
    }

    public void setChildren(int at, List<SourceRow> rows) {
        children.set(at, rows);
    }
}
