package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds references that a program would not see because their attribute, or collection, has another class now. A superclass holds them all. A program that always
 * had that class is an older one, and goes on. For one opening, by one thread.
 */
public final class ReferenceMatch {

    private final StoredAttributes stored;
    private final Map<String, PersistentClass> types = new HashMap<>();
    private final Map<TableSubject, Table> tables;
    private final HierarchyMatch.Rows rows;

    /**
     * A reference of the program that the database has with another class.
     *
     * @param place the attribute with its class, for messages
     * @param subject of the table in which it is
     * @param isElement whether it is a key or a member of a collection
     * @param line the stored line
     */
    public record Retargeted(
            String place,
            TableSubject subject,
            boolean isElement,
            PersistentClass target,
            StoredAttributes.Line line) {}

    /** @param known what the database calls the classes, and its tables */
    public ReferenceMatch(StoredAttributes stored, KnownNames known, HierarchyMatch.Rows rows) {
        this.stored = stored;
        known.classes().forEach((type, name) -> types.put(name, type));
        this.tables = known.tables();
        this.rows = rows;
    }

    /** The references that the program would not see, and the cure. */
    public List<String> conflicts(List<Retargeted> references) {
        List<String> conflicts = new ArrayList<>();
        for (Retargeted reference : references) {
            Table table = tables.get(reference.subject());
            if (table != null && !reference.line().columns().isEmpty()) {
                compare(reference, table, reference.line().columns().get(0), conflicts);
            }
        }
        return conflicts;
    }

    private void compare(Retargeted reference, Table table, String column, List<String> conflicts) {
        long count = 0;
        List<String> hidden = new ArrayList<>();
        for (String name : stored.classes()) {
            Table target = tables.get(TableSubject.ofClass(name));
            if (target != null && isHidden(name, reference)) {
                long leading = rows.leading(table, column, target);
                count += leading;
                if (leading > 0) {
                    hidden.add(name);
                }
            }
        }
        if (count > 0) {
            conflicts.add(reference.place() + " is "
                    + "a reference to " + reference.target()
                    + " in the program and "
                    + AttributeTypes.described(reference.line().type()) + " in the database, and " + count
                    + (count == 1 ? " reference leads to an object" : " references lead to objects") + " of "
                    + NameList.of(hidden)
                    + ", which the program would not see there; expected none. Keep the class or take a superclass of it, or change these references first, or "
                    + (reference.isElement()
                            ? "give the field another name, with @Was({})"
                            : "write @Was({}) on the field: then it is new"));
        }
    }

    /** Whether objects of a stored class may have been referred to, and are none of the class that the program has for them. */
    private boolean isHidden(String name, Retargeted reference) {
        Set<String> own = new HashSet<>(stored.line(name).columns());
        own.add(name);
        return own.stream().anyMatch(above -> reference.line().types().contains(StoredType.reference(above)))
                && own.stream().noneMatch(above -> isBelow(types.get(above), reference.target()));
    }

    private static boolean isBelow(@Nullable PersistentClass type, PersistentClass target) {
        return type != null && (type == target || type.isSubclassOf(target));
    }
}
