package dev.espalier.internal.schema;

import dev.espalier.internal.model.PersistentClass;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names that a database has for the classes of a model, its tables and indexes. Such names stay, whatever the rules for new ones are.
 *
 * @param classes what it calls those classes of the model that it knows
 * @param lists what it calls those collections of the model that it knows, for example {@code Order.lines}
 * @param taken what it calls any class or collection, of the model or not
 * @param tables the tables that it has
 * @param columns the columns that attributes of the model have already, by the model's name of the class, a space, and the path; of an embedded record
 *     the column that shows whether it is there
 * @param olderTypes the attributes, by the same keys, of which a newer version of the class keeps values that this one may not be able to hold
 * @param indexes the names that indexes have
 * @param takenIndexes further names that indexes or dropped tables have, of tables that are not of the model, too
 * @param droppedColumns the columns that tables had, as {@code table.column}: no new column gets such a name, because a program that was paused might write
 *     to it
 */
public record KnownNames(
        Map<PersistentClass, String> classes,
        Map<Field, TableSubject> lists,
        Set<String> taken,
        Map<TableSubject, Table> tables,
        Map<String, List<String>> columns,
        Set<String> olderTypes,
        Map<IndexKey, String> indexes,
        Set<String> takenIndexes,
        Set<String> droppedColumns) {

    /** Nothing: a new database. */
    public static final KnownNames NONE =
            new KnownNames(Map.of(), Map.of(), Set.of(), Map.of(), Map.of(), Set.of(), Map.of(), Set.of(), Set.of());

    /** A field with a collection, by the class that declares it. */
    public record Field(PersistentClass declaringClass, String name) {}

    public KnownNames {
        classes = Map.copyOf(classes);
        lists = Map.copyOf(lists);
        taken = Set.copyOf(taken);
        tables = Map.copyOf(tables);
        columns = Map.copyOf(columns);
        olderTypes = Set.copyOf(olderTypes);
        indexes = Map.copyOf(indexes);
        takenIndexes = Set.copyOf(takenIndexes);
        droppedColumns = Set.copyOf(droppedColumns);
    }

    /** The names of a database that has dropped nothing. */
    public KnownNames(
            Map<PersistentClass, String> classes,
            Map<Field, TableSubject> lists,
            Set<String> taken,
            Map<TableSubject, Table> tables,
            Map<String, List<String>> columns,
            Set<String> olderTypes,
            Map<IndexKey, String> indexes,
            Set<String> takenIndexes) {
        this(classes, lists, taken, tables, columns, olderTypes, indexes, takenIndexes, Set.of());
    }

    /** The key of an attribute, given its path within a class of the model. */
    public static String attribute(String className, String path) {
        return className + " " + path;
    }

    /** The same names, and more that are taken. */
    public KnownNames withTaken(Set<String> more) {
        Set<String> all = new HashSet<>(taken);
        all.addAll(more);
        return new KnownNames(classes, lists, all, tables, columns, olderTypes, indexes, takenIndexes, droppedColumns);
    }

    /** The same names, with the columns of attributes. */
    public KnownNames withColumns(Map<String, List<String>> ofAttributes, Set<String> older) {
        return new KnownNames(
                classes, lists, taken, tables, ofAttributes, older, indexes, takenIndexes, droppedColumns);
    }

    /** The same names, with those of indexes. */
    public KnownNames withIndexes(Map<IndexKey, String> names, Set<String> namesTaken) {
        return new KnownNames(classes, lists, taken, tables, columns, olderTypes, names, namesTaken, droppedColumns);
    }

    /** The same names, and those of what was dropped: they are not given again. */
    public KnownNames withDropped(Set<String> dropped, Set<String> tablesDropped, Set<String> columnsDropped) {
        Set<String> all = new HashSet<>(taken);
        all.addAll(dropped);
        Set<String> allTables = new HashSet<>(takenIndexes);
        allTables.addAll(tablesDropped);
        return new KnownNames(classes, lists, all, tables, columns, olderTypes, indexes, allTables, columnsDropped);
    }
}
