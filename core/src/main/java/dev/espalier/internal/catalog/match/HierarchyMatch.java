package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.catalog.tables.StoredType;
import dev.espalier.internal.catalog.tables.Structure;
import dev.espalier.internal.catalog.tables.Structure.Kind;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds objects that a program would not see because of what its classes are now: a class that has become abstract, and a class that is below another one no
 * more, to which references lead. A program that has always known the classes so is an older one, and goes on. For one opening, by one thread.
 */
public final class HierarchyMatch {

    private final StoredAttributes stored;
    private final Map<PersistentClass, String> names;
    private final Map<String, PersistentClass> types = new HashMap<>();
    private final Map<TableSubject, Table> tables;
    private final Structure structure;
    private final Rows rows;

    /** Looks into tables. */
    public interface Rows {

        /** The number of rows; 0 if there is no such table. */
        long count(Table table);

        /** The number of rows whose column has an id of the other table. */
        long leading(Table table, String column, Table target);
    }

    /**
     * @param names what the database calls the classes of the program
     * @param tables by their subjects
     * @param structure what their columns mean
     */
    public HierarchyMatch(
            StoredAttributes stored,
            Map<PersistentClass, String> names,
            Map<TableSubject, Table> tables,
            Structure structure,
            Rows rows) {
        this.stored = stored;
        this.names = names;
        names.forEach((type, name) -> types.put(name, type));
        this.tables = tables;
        this.structure = structure;
        this.rows = rows;
    }

    /** The objects that the program would not see, and the cure. */
    public List<String> conflicts() {
        List<String> conflicts = new ArrayList<>();
        names.forEach((type, name) -> {
            StoredAttributes.Line line = stored.find(name);
            Table table = tables.get(TableSubject.ofClass(name));
            if (line != null && table != null) {
                if (type.isAbstract()) {
                    becameAbstract(type, name, line, table, conflicts);
                }
                left(type, name, line, table, conflicts);
            }
        });
        return conflicts.stream().sorted().toList();
    }

    private void becameAbstract(
            PersistentClass type, String name, StoredAttributes.Line line, Table table, List<String> conflicts) {
        boolean isOlder =
                line.types().contains(StoredType.ABSTRACT) && !line.type().equals(StoredType.ABSTRACT);
        long count = isOlder ? 0 : rows.count(table);
        if (count > 0) {
            conflicts.add(
                    type + " is abstract in this program, and the database has " + count
                            + (count == 1 ? " object" : " objects") + " of the stored class " + name
                            + " itself, which the program would not see; expected none. Keep the class concrete, or delete these objects or store them as objects of a subclass first");
        }
    }

    private void left(
            PersistentClass type, String name, StoredAttributes.Line line, Table table, List<String> conflicts) {
        List<String> former = line.columns().stream()
                .filter(above -> types.containsKey(above)
                        && !line.names().contains(above)
                        && !type.isSubclassOf(types.get(above)))
                .distinct()
                .sorted()
                .toList();
        for (String above : former) {
            for (Map.Entry<Subject, Set<String>> fact : structure.facts().entrySet()) {
                Subject column = fact.getKey();
                if (fact.getValue().contains(above) && (column.kind() == Kind.REFERS || column.kind() == Kind.MEMBER)) {
                    Table from = tables.values().stream()
                            .filter(one -> one.name().equals(column.table()))
                            .findFirst()
                            .orElse(null);
                    long count = from == null ? 0 : rows.leading(from, column.name(), table);
                    if (count > 0) {
                        conflicts.add(type + " is no " + above + " in this program, and " + count
                                + (count == 1 ? " reference of " : " references of ") + column.column()
                                + ", whose type is "
                                + above + ", lead" + (count == 1 ? "s" : "") + " to objects of the stored class " + name
                                + ", which the program would not see there; expected none. Keep the superclass, "
                                + "or change these references first");
                    }
                }
            }
        }
    }
}
