package dev.espalier.internal.search;

import dev.espalier.internal.sql.Select;
import java.util.List;

/**
 * The statements for the roots of a plan.
 *
 * @param selects one for each concrete class; each gives the ids of its roots, each once, and its first source is their table
 * @param least if fewer roots come, these are not all: roots without a value for the sort key are missing. 0 if they are always all
 */
public record RootSelects(List<Select> selects, long least) {

    public RootSelects {
        selects = List.copyOf(selects);
    }
}
