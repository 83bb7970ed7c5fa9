package dev.espalier.internal.catalog.match;

import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the stored classes and collections.
 *
 * @param bySubject as in {@link dev.espalier.internal.schema.KnownNames#tables}
 * @param hasRows whether there is something in a table of the database
 */
record StoredTables(Map<TableSubject, Table> bySubject, Predicate<Table> hasRows) {

    /** The table of a class; null for an abstract one. */
    @Nullable
    Table ofClass(String name) {
        return of(TableSubject.ofClass(name));
    }

    @Nullable
    Table of(TableSubject subject) {
        return bySubject.get(subject);
    }

    boolean hasObjects(String className) {
        return hasRows(ofClass(className));
    }

    boolean hasMembers(TableSubject list) {
        return hasRows(of(list));
    }

    private boolean hasRows(@Nullable Table table) {
        return table != null && hasRows.test(table);
    }
}
