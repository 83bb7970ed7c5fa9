package dev.espalier.internal.rows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The position of a row in the order of a selection. The row may be gone since.
 *
 * @param values the values by which rows are sorted: those of the stated order, then the keys of the group
 * @param object the id of the object; 0 for a group
 * @param places of the members and of the objects to which the row's steps lead, if they lead to several: in the collection, or the id; -1 if there is none
 */
public record RowPosition(List<@Nullable Object> values, long object, List<Long> places) {

    public RowPosition {
        values = Collections.unmodifiableList(new ArrayList<>(values));
        places = List.copyOf(places);
    }
}
