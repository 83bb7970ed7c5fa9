package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Container;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The classes and attributes of a database with their permanent numbers. A class has a line for each of its attributes, those it inherits too. Names in these lines
 * never change: what a program calls the attribute otherwise stands behind {@code as}. A number is never given to anything else, not even when its line is gone. For
 * one thread.
 *
 * <pre>
 * Dog: #3 class Animal,Pet as Pet             its superclasses, then those that it got later than its first program
 * Animal: #2 class|abstract -                 what it is, then what it is in programs of older versions
 * Dog age: #4 long|int age                    an attribute by its path: its type, the types that older programs have for it, its columns
 * Dog chip.code: #6 String chip_code as tag   a component of an embedded record
 * Dog chip: #5 record(Chip) chip              the column that shows whether there is a record
 * Dog friends: #7 list dog_friends            a collection and its table
 * Dog friends.value: #8 ref(Dog) target       its members; .key is a map's keys
 * Dog pups: #9 list inverse(mother)           the inverse of a reference has no table
 * Dog size_2: #12 String size_2 as size from size    an attribute that was converted from another one; "from -" if a migration has computed it
 * Dog weight: #13 double weight filling -     the same while objects may be without their values
 * enum shop.Status: #10 enum NEW,SENT         an enum and its constants, in order; "as" what it is called if it has moved
 * enum shop.Status NEW: #11 constant - as FRESH    one constant, by the name under which it is stored
 * next: #14
 * </pre>
 */
public final class StoredAttributes {

    /** Stands in place of a class in the lines of enums. */
    public static final String ENUM = "enum";

    /** The beginning of what stands in place of the column or the table of the inverse of a reference. */
    public static final String INVERSE = "inverse(";

    /** Stands in place of the path from which an attribute was converted, if a migration has computed it from whatever else. */
    public static final String COMPUTED = "-";

    private static final String CONSTANT = "constant";

    private final TreeMap<String, Line> lines;
    /** The numbers of the lines that were put, by their keys. */
    private final Map<String, Integer> recorded = new HashMap<>();

    /** The paths to which attributes were converted, by their keys. */
    private final Map<String, String> conversions = new HashMap<>();

    private int next;

    /**
     * One line.
     *
     * @param number the permanent number
     * @param types the type, then those that older programs have
     * @param columns of a value all columns, of a record the one that shows whether it is there, of a collection the table, of a class its superclasses
     * @param names the further names in Java; of a class the superclasses that it got later
     * @param from the path of the attribute from which the values were converted, {@link #COMPUTED}, or null for an attribute that a program has
     *     stored all values of
     * @param isFilled whether all objects have their values
     */
    public record Line(
            int number,
            List<String> types,
            List<String> columns,
            Set<String> names,
            @Nullable String from,
            boolean isFilled) {
        public Line {
            types = List.copyOf(types);
            columns = List.copyOf(columns);
            names = Set.copyOf(names);
        }

        /** Returns the type that the newest program has. */
        public String type() {
            return types.get(0);
        }

        /** Returns what collects the members of a collection, or null for anything else. */
        public @Nullable Container container() {
            return switch (type()) {
                case "list" -> Container.LIST;
                case "set" -> Container.SET;
                case "sorted-set" -> Container.SORTED_SET;
                case "map" -> Container.MAP;
                case "sorted-map" -> Container.SORTED_MAP;
                case "array" -> Container.ARRAY;
                case "one" -> Container.ONE;
                default -> null;
            };
        }

        /** Returns whether it is the inverse of a reference, which has no column and no table. */
        public boolean isInverse() {
            return !columns.isEmpty() && columns.get(0).startsWith(INVERSE);
        }
    }

    /**
     * All lines at one moment.
     *
     * @param lines by their keys: the class, for an attribute a space and its path
     * @param next the next number to give
     */
    public record Numbered(SortedMap<String, Line> lines, int next) {

        /** Those of a database without classes. */
        public static final Numbered NONE = new Numbered(new TreeMap<>(), 1);

        public Numbered {
            lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
        }
    }

    StoredAttributes(Numbered numbered) {
        lines = new TreeMap<>(numbered.lines());
        next = numbered.next();
        lines.forEach((key, line) -> {
            if (line.from() != null) {
                int space = key.indexOf(' ');
                conversions.put(key(key.substring(0, space), line.from()), key.substring(space + 1));
            }
        });
    }

    /** All lines now. */
    public Numbered numbered() {
        return new Numbered(lines, next);
    }

    /** The line of a class, or null. */
    public @Nullable Line find(String className) {
        return lines.get(className);
    }

    /** The line of an attribute, given its path with the names of the database, or null. */
    public @Nullable Line find(String className, String path) {
        return lines.get(key(className, path));
    }

    /** The line of a class that has one. */
    public Line line(String className) {
        return requireNonNull(lines.get(className), className);
    }

    /** The line of an attribute that has one, given its path with the names of the database. */
    public Line line(String className, String path) {
        return line(key(className, path));
    }

    /** The columns that attributes of a class, or members of one of its collections, have. */
    public Set<String> columns(String className, String path) {
        return within(className, path).values().stream()
                .flatMap(line -> line.columns().stream())
                .collect(Collectors.toSet());
    }

    /** The attributes of a class whose paths begin so, by their paths. */
    public Map<String, Line> within(String className, String path) {
        Map<String, Line> within = new TreeMap<>();
        String prefix = key(className, path);
        for (Map.Entry<String, Line> line : lines.tailMap(prefix).entrySet()) {
            if (!line.getKey().startsWith(prefix)) {
                break;
            }
            within.put(line.getKey().substring(className.length() + 1), line.getValue());
        }
        return within;
    }

    /** The path of the attribute of a class that has, or that a program has given, that name, and that was not converted to another one since; or null. */
    public @Nullable String latest(String className, String name) {
        String found = find(className, name) != null
                ? name
                : children(className, "").entrySet().stream()
                        .filter(line -> line.getValue().names().contains(name))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(null);
        for (String next = found; next != null; next = convertedTo(className, found)) {
            found = next;
        }
        return found;
    }

    /** The names that no new collection can have: those of attributes, as the class and each class above it would name the collection. */
    public Set<String> takenByAttributes() {
        Set<String> taken = new HashSet<>();
        lines.forEach((key, line) -> {
            int space = key.indexOf(' ');
            if (space > 0 && key.indexOf('.', space) < 0 && !key.startsWith(ENUM + " ")) {
                String className = key.substring(0, space);
                String attribute = key.substring(space + 1);
                taken.add(className + "." + attribute);
                line(className).columns().forEach(above -> taken.add(above + "." + attribute));
            }
        });
        return taken;
    }

    /** Whether objects may still be without an attribute. */
    public boolean isAnyUnfilled() {
        return lines.values().stream().anyMatch(line -> !line.isFilled());
    }

    /** The names of all classes. */
    public Set<String> classes() {
        return lines.keySet().stream()
                .filter(key -> key.indexOf(' ') < 0)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The attributes of a class or the components of a record, by their own names, in the order of their numbers. */
    public Map<String, Line> children(String className, String path) {
        String prefix = key(className, path.isEmpty() ? "" : path + ".");
        List<Map.Entry<String, Line>> found = new ArrayList<>();
        for (Map.Entry<String, Line> line : lines.tailMap(prefix).entrySet()) {
            if (!line.getKey().startsWith(prefix)) {
                break;
            }
            if (line.getKey().indexOf('.', prefix.length()) < 0) {
                found.add(Map.entry(line.getKey().substring(prefix.length()), line.getValue()));
            }
        }
        Map<String, Line> children = new LinkedHashMap<>();
        found.stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparingInt(Line::number)))
                .forEach(c -> children.put(c.getKey(), c.getValue()));
        return children;
    }

    /** Adds a class, or more superclasses of it: a program may know fewer of them. */
    public void putClass(String className, String type, List<String> superclasses) {
        Line before = lines.get(className);
        Set<String> all = new TreeSet<>(superclasses);
        Set<String> later = new TreeSet<>();
        List<String> types = new ArrayList<>(List.of(type));
        if (before != null) {
            later.addAll(before.names());
            superclasses.stream()
                    .filter(above -> !before.columns().contains(above))
                    .forEach(later::add);
            all.addAll(before.columns());
            types = new ArrayList<>(before.types());
            if (!types.contains(type)) {
                types.add(0, type);
            }
        }
        put(className, types, List.copyOf(all), later);
    }

    /** Adds an attribute, or changes its line. */
    public void put(String className, String path, List<String> types, List<String> columns, Set<String> names) {
        put(key(className, path), types, columns, names);
    }

    /** Says from where an attribute gets its values, and whether all objects have them. */
    public void putOrigin(String className, String path, String from, boolean isFilled) {
        Line line = line(className, path);
        lines.put(
                key(className, path),
                new Line(line.number(), line.types(), line.columns(), line.names(), from, isFilled));
        conversions.put(key(className, from), path);
    }

    private void put(String key, List<String> types, List<String> columns, Set<String> names) {
        Line before = lines.get(key);
        int number = before == null ? next++ : before.number();
        Line line = new Line(
                number,
                types,
                columns,
                names,
                before == null ? null : before.from(),
                before == null || before.isFilled());
        if (!line.equals(before)) {
            lines.put(key, line);
        }
        recorded.put(key, number);
    }

    /** The path of the attribute to which that one was converted, or null. */
    public @Nullable String convertedTo(String className, String path) {
        String converted = conversions.get(key(className, path));
        return converted != null && find(className, converted) != null ? converted : null;
    }

    /** Those among some attributes, by their numbers, whose values were converted to another attribute: a program that knows them would write what nobody reads. */
    public Set<String> converted(Set<Integer> numbers) {
        Set<String> converted = new TreeSet<>();
        conversions.forEach((key, path) -> {
            Line line = lines.get(key);
            int space = key.indexOf(' ');
            if (line != null
                    && numbers.contains(line.number())
                    && convertedTo(key.substring(0, space), key.substring(space + 1)) != null) {
                converted.add(key.replace(' ', '.'));
            }
        });
        return converted;
    }

    /** The lines that were added or changed since the text was read: those that the program knows. */
    public KnownNumbers recorded() {
        return new KnownNumbers(Set.copyOf(recorded.values()));
    }

    /** All lines. */
    public KnownNumbers known() {
        return new KnownNumbers(lines.values().stream().map(Line::number).collect(Collectors.toSet()));
    }

    /** All lines by their keys: the class, for an attribute a space and its path. */
    public Map<String, Line> all() {
        return Collections.unmodifiableMap(lines);
    }

    /**
     * Adds an enum, or changes its constants: a program that knows fewer of them takes none away. The order is that of the first program with all of them, so
     * programs with the same ones in other orders do not write in turn.
     *
     * @param own what the program calls it
     * @param storedNames of the constants by their names in the program, in the order of the source
     */
    public void putEnum(String name, String own, Map<String, String> storedNames) {
        List<String> constants = List.copyOf(new LinkedHashSet<>(storedNames.values()));
        Line before = find(ENUM, name);
        List<String> known = before == null ? List.of() : before.columns();
        boolean hasMore = constants.size() > known.size() && constants.containsAll(known);
        List<String> all = new ArrayList<>(hasMore ? constants : known);
        constants.stream().filter(constant -> !all.contains(constant)).forEach(all::add);
        Set<String> called = new TreeSet<>(before == null ? Set.of() : before.names());
        if (!own.equals(name)) {
            called.add(own);
        }
        put(key(ENUM, name), List.of(ENUM), all, called);
        storedNames.forEach((inProgram, constant) -> {
            Line line = constant(name, constant);
            Set<String> names = new TreeSet<>(line == null ? Set.of() : line.names());
            if (!inProgram.equals(constant)) {
                names.add(inProgram);
            }
            put(key(ENUM, name + " " + constant), List.of(CONSTANT), List.of(), names);
        });
    }

    /**
     * Returns the stored names of a program's enums. An enum that moved to another package keeps its stored name if its simple name is unique.
     *
     * @param names in full
     */
    public Map<String, String> enumsOf(Set<String> names) {
        Map<String, String> known = new HashMap<>();
        names.forEach(name -> known.put(name, enumOf(name, names)));
        return known;
    }

    /** The name of a stored enum that a program with these enums has called so, or the same name. */
    public String enumOf(String name, Set<String> ofProgram) {
        if (find(ENUM, name) != null) {
            return name;
        }
        List<String> left =
                enums().stream().filter(other -> !ofProgram.contains(other)).toList();
        List<String> called = left.stream()
                .filter(other -> line(ENUM, other).names().contains(name))
                .toList();
        if (!called.isEmpty()) {
            return called.get(0);
        }
        String simple = StoredNames.simple(name);
        List<String> moved = left.stream()
                .filter(other -> StoredNames.simple(other).equals(simple))
                .toList();
        boolean isOnly = ofProgram.stream()
                        .filter(other -> find(ENUM, other) == null
                                && StoredNames.simple(other).equals(simple))
                        .count()
                == 1;
        return moved.size() == 1 && isOnly ? moved.get(0) : name;
    }

    /** The line of an enum's constant, given the name under which it is stored, or null. */
    public @Nullable Line constant(String enumName, String constant) {
        return find(ENUM, enumName + " " + constant);
    }

    /** The names of all enums. */
    public List<String> enums() {
        return lines.entrySet().stream()
                .filter(line -> line.getKey().startsWith(key(ENUM, ""))
                        && line.getValue().type().equals(ENUM))
                .map(line -> line.getKey().substring(ENUM.length() + 1))
                .toList();
    }

    /** Takes lines away, and what other lines say of their classes. Their numbers are never given again. */
    public void remove(Set<Integer> numbers) {
        Set<String> gone = classes().stream()
                .filter(name -> numbers.contains(line(name).number()))
                .collect(Collectors.toSet());
        lines.values().removeIf(line -> numbers.contains(line.number()));
        lines.replaceAll((key, line) -> {
            List<String> types = line.types().stream()
                    .filter(type -> gone.stream().noneMatch(name -> type.endsWith("(" + name + ")")))
                    .toList();
            List<String> columns = key.indexOf(' ') < 0
                    ? line.columns().stream()
                            .filter(name -> !gone.contains(name))
                            .toList()
                    : line.columns();
            Set<String> names = key.indexOf(' ') < 0
                    ? line.names().stream().filter(name -> !gone.contains(name)).collect(Collectors.toSet())
                    : line.names();
            boolean isOrigin =
                    line.from() != null && !lines.containsKey(key.substring(0, key.indexOf(' ') + 1) + line.from());
            return new Line(
                    line.number(),
                    types.isEmpty() ? line.types() : types,
                    columns,
                    names,
                    isOrigin ? COMPUTED : line.from(),
                    line.isFilled());
        });
    }

    /** Takes constants of an enum away. */
    public void removeConstants(String name, Collection<String> constants) {
        lines.computeIfPresent(
                key(ENUM, name),
                (key, line) -> new Line(
                        line.number(),
                        line.types(),
                        line.columns().stream()
                                .filter(constant -> !constants.contains(constant))
                                .toList(),
                        line.names(),
                        line.from(),
                        line.isFilled()));
    }

    private static String key(String className, String path) {
        return className + " " + path;
    }
}
