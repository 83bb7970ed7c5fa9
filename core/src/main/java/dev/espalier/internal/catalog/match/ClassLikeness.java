package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredModel;
import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the columns of their tables whether a stored class and one of the program may be the same.
 *
 * @param schema of a new database
 */
record ClassLikeness(Schema schema, StoredNames stored, StoredTables tables) {

    /** Whether an object of the stored class is one of this: an abstract class has no columns to compare. */
    boolean fits(String name, PersistentClass type) {
        Table table = tables.ofClass(name);
        if (table == null) {
            return true;
        }
        return StoredModel.fits(schema.table(type).table(), table)
                && schema.table(type).links().stream()
                        .filter(link -> link.attribute().declaringClass() == type)
                        .allMatch(link -> {
                            Table list = tables.of(
                                    new TableSubject(name, link.attribute().name()));
                            return list == null || StoredModel.fits(link.table(), list);
                        });
    }

    /** At least half of the columns and collections that one of them has are the other's, too. */
    boolean looksLike(String name, PersistentClass type) {
        Set<String> one = new HashSet<>();
        Set<String> other = new HashSet<>();
        columns(one, tables.ofClass(name), ClassTable.FIRST_FIELD, "");
        ClassTable table = schema.table(type);
        columns(other, table.table(), ClassTable.FIRST_FIELD, "");
        stored.listsOfClass(name).forEach(list -> columns(one, tables.of(list), LinkTable.OWNER, list.prefix()));
        table.links().stream()
                .filter(link -> link.attribute().declaringClass() == type)
                .forEach(link -> columns(
                        other, link.table(), LinkTable.OWNER, link.attribute().name() + "."));
        Set<String> common = new HashSet<>(one);
        common.retainAll(other);
        return 3 * common.size() >= one.size() + other.size(); // common / (one + other - common) >= 1/2
    }

    private static void columns(Set<String> into, @Nullable Table table, int from, String prefix) {
        if (table != null) {
            table.columns()
                    .subList(from, table.columns().size())
                    .forEach(column -> into.add(prefix + column.name() + " " + column.type()));
        }
    }
}
