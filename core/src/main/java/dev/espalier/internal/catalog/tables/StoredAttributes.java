package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.LineKey.Kind;
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
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The classes and attributes of a database with their permanent numbers. A class has a line for each of its attributes, those it inherits too. Names in these lines
 * never change: a line has what programs call the attribute otherwise. A number is never given to anything else, not even when its line is gone. For one thread.
 *
 * <pre>
 * {@link LineKey}                           {@link Line}
 * kind       owner        path           number  types            columns      inverseOf  names  origin    filled
 * class      Animal                      2       class, abstract                                 null      true    what it is, then what it is in older programs
 * class      Dog                         3       class            Animal, Pet             Pet    null      true    its superclasses; those that it got later are names too
 * attribute  Dog          age            4       long, int        age                            null      true    its type, then the types that older programs have for it
 * attribute  Dog          chip           5       record Chip      chip                           null      true    the column that shows whether there is a record
 * attribute  Dog          chip.code      6       String           chip_code               tag    null      true    a component of an embedded record, and a former name
 * attribute  Dog          friends        7       list             dog_friends                    null      true    a collection and its table
 * attribute  Dog          friends.value  8       reference Dog    target                         null      true    its members; .key is a map's keys
 * attribute  Dog          pups           9       list                          mother            null      true    the inverse of a reference has no table
 * attribute  Dog          size_2         12      String           size_2                  size   size      true    converted from another attribute
 * attribute  Dog          weight         13      double           weight                         computed  false   computed by a migration; objects may be without values
 * enum       shop.Status                 10      enum             NEW, SENT                      null      true    its constants, in order; names if it has moved
 * constant   shop.Status  NEW            11      constant                                 FRESH  null      true    by the name under which it is stored
 * </pre>
 */
public final class StoredAttributes {

    private final TreeMap<LineKey, Line> lines;
    /** The numbers of the lines that were put. */
    private final Set<Integer> recorded = new HashSet<>();

    /** The paths to which attributes were converted. */
    private final Map<LineKey, String> conversions = new HashMap<>();

    private int next;
    /** The lines from which this was made; null if one of them has changed since. */
    private @Nullable Numbered unchanged;

    /**
     * One line.
     *
     * @param number the permanent number
     * @param types the type, then those that older programs have
     * @param columns of a value all columns, of a record the one that shows whether it is there, of a collection the table, of a class its superclasses
     * @param inverseOf the reference of which a collection is the inverse: it has no table; null for all else
     * @param names the further names in Java; of a class the superclasses that it got later
     * @param origin null for an attribute that a program has stored all values of
     * @param isFilled whether all objects have their values
     */
    public record Line(
            int number,
            List<StoredType> types,
            List<String> columns,
            @Nullable String inverseOf,
            Set<String> names,
            @Nullable Origin origin,
            boolean isFilled) {
        public Line {
            types = List.copyOf(types);
            columns = List.copyOf(columns);
            names = Set.copyOf(names);
        }

        /** Returns the type that the newest program has. */
        public StoredType type() {
            return types.get(0);
        }

        /** Returns the path of the attribute from which the values were converted, or null. */
        public @Nullable String from() {
            return origin == null ? null : origin.path();
        }

        /** Returns what collects the members of a collection, or null for anything else. */
        public @Nullable Container container() {
            return switch (type().word()) {
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
            return inverseOf != null;
        }

        private boolean says(
                List<StoredType> otherTypes,
                List<String> otherColumns,
                @Nullable String otherInverseOf,
                Set<String> otherNames) {
            return types.equals(otherTypes)
                    && columns.equals(otherColumns)
                    && Objects.equals(inverseOf, otherInverseOf)
                    && names.equals(otherNames);
        }

        private Line with(List<StoredType> otherTypes, List<String> otherColumns, Set<String> otherNames) {
            return new Line(number, otherTypes, otherColumns, inverseOf, otherNames, origin, isFilled);
        }

        private Line filledFrom(@Nullable Origin other, boolean areAll) {
            return new Line(number, types, columns, inverseOf, names, other, areAll);
        }
    }

    /**
     * All lines at one moment.
     *
     * @param next the next number to give
     */
    public record Numbered(SortedMap<LineKey, Line> lines, int next) {

        /** Those of a database without classes. */
        public static final Numbered NONE = new Numbered(new TreeMap<>(), 1);

        public Numbered {
            if (!lines.isEmpty() && lines.lastKey().kind() == Kind.INDEX) { // they are the last ones
                throw new IllegalArgumentException("found " + lines.lastKey() + " among the attributes");
            }
            lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
        }
    }

    StoredAttributes(Numbered numbered) {
        lines = new TreeMap<>(numbered.lines());
        next = numbered.next();
        unchanged = numbered;
        lines.forEach((key, line) -> {
            if (line.from() != null) {
                conversions.put(LineKey.ofAttribute(key.owner(), line.from()), key.path());
            }
        });
    }

    /** All lines now. */
    public Numbered numbered() {
        return unchanged != null ? unchanged : new Numbered(lines, next);
    }

    private void put(LineKey key, Line line) {
        lines.put(key, line);
        unchanged = null;
    }

    /** The line of a class, or null. */
    public @Nullable Line find(String className) {
        return lines.get(LineKey.ofClass(className));
    }

    /** The line of an attribute, given its path with the names of the database, or null. */
    public @Nullable Line find(String className, String path) {
        return lines.get(LineKey.ofAttribute(className, path));
    }

    /** The line of an enum, or null. */
    public @Nullable Line findEnum(String name) {
        return lines.get(LineKey.ofEnum(name));
    }

    /** The line of a class that has one. */
    public Line line(String className) {
        return line(LineKey.ofClass(className));
    }

    /** The line of an attribute that has one, given its path with the names of the database. */
    public Line line(String className, String path) {
        return line(LineKey.ofAttribute(className, path));
    }

    /** The line of an enum that has one. */
    public Line lineOfEnum(String name) {
        return line(LineKey.ofEnum(name));
    }

    private Line line(LineKey key) {
        return requireNonNull(lines.get(key), key::toString);
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
        for (Map.Entry<LineKey, Line> line :
                lines.tailMap(LineKey.ofAttribute(className, path)).entrySet()) {
            if (!isWithin(line.getKey(), className, path)) {
                break;
            }
            within.put(line.getKey().path(), line.getValue());
        }
        return within;
    }

    private static boolean isWithin(LineKey key, String className, String path) {
        return key.kind() == Kind.ATTRIBUTE
                && key.owner().equals(className)
                && key.path().startsWith(path);
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
            if (key.kind() == Kind.ATTRIBUTE && key.path().indexOf('.') < 0) {
                taken.add(key.owner() + "." + key.path());
                line(key.owner()).columns().forEach(above -> taken.add(above + "." + key.path()));
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
        Set<String> classes = new LinkedHashSet<>();
        lines.keySet().forEach(key -> {
            if (key.kind() == Kind.CLASS) {
                classes.add(key.owner());
            }
        });
        return classes;
    }

    /** The attributes of a class or the components of a record, by their own names, in the order of their numbers. */
    public Map<String, Line> children(String className, String path) {
        String prefix = path.isEmpty() ? "" : path + ".";
        List<Map.Entry<String, Line>> found = new ArrayList<>();
        for (Map.Entry<LineKey, Line> line :
                lines.tailMap(LineKey.ofAttribute(className, prefix)).entrySet()) {
            LineKey key = line.getKey();
            if (!isWithin(key, className, prefix)) {
                break;
            }
            if (key.path().indexOf('.', prefix.length()) < 0) {
                found.add(Map.entry(key.path().substring(prefix.length()), line.getValue()));
            }
        }
        Map<String, Line> children = new LinkedHashMap<>();
        found.stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparingInt(Line::number)))
                .forEach(c -> children.put(c.getKey(), c.getValue()));
        return children;
    }

    /** Adds a class, or more superclasses of it: a program may know fewer of them. */
    public void putClass(String className, StoredType type, List<String> superclasses) {
        Line before = find(className);
        Set<String> all = new TreeSet<>(superclasses);
        Set<String> later = new TreeSet<>();
        List<StoredType> types = new ArrayList<>(List.of(type));
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
        put(LineKey.ofClass(className), types, List.copyOf(all), null, later);
    }

    /** Adds an attribute, or changes its line. */
    public void put(
            String className,
            String path,
            List<StoredType> types,
            List<String> columns,
            @Nullable String inverseOf,
            Set<String> names) {
        put(LineKey.ofAttribute(className, path), types, columns, inverseOf, names);
    }

    /** Says by its own name in the database of which reference a collection is the inverse. */
    public void putInverse(String className, String path, String reference) {
        Line line = line(className, path);
        put(LineKey.ofAttribute(className, path), line.types(), line.columns(), reference, line.names());
    }

    /** Says from where an attribute gets its values, and whether all objects have them. */
    public void putOrigin(String className, String path, Origin origin, boolean isFilled) {
        put(LineKey.ofAttribute(className, path), line(className, path).filledFrom(origin, isFilled));
        if (origin.path() != null) {
            conversions.put(LineKey.ofAttribute(className, origin.path()), path);
        }
    }

    private void put(
            LineKey key, List<StoredType> types, List<String> columns, @Nullable String inverseOf, Set<String> names) {
        Line before = lines.get(key);
        int number = before == null ? next++ : before.number();
        if (before == null || !before.says(types, columns, inverseOf, names)) {
            Line line = new Line(
                    number,
                    types,
                    columns,
                    inverseOf,
                    names,
                    before == null ? null : before.origin(),
                    before == null || before.isFilled());
            put(key, line);
        }
        recorded.add(number);
    }

    /** The path of the attribute to which that one was converted, or null. */
    public @Nullable String convertedTo(String className, String path) {
        String converted = conversions.get(LineKey.ofAttribute(className, path));
        return converted != null && find(className, converted) != null ? converted : null;
    }

    /** Those among some attributes, by their numbers, whose values were converted to another attribute: a program that knows them would write what nobody reads. */
    public Set<String> converted(Set<Integer> numbers) {
        Set<String> converted = new TreeSet<>();
        conversions.forEach((key, path) -> {
            Line line = lines.get(key);
            if (line != null && numbers.contains(line.number()) && convertedTo(key.owner(), key.path()) != null) {
                converted.add(key.owner() + "." + key.path());
            }
        });
        return converted;
    }

    /** The lines that were added or changed since the text was read: those that the program knows. */
    public KnownNumbers recorded() {
        return new KnownNumbers(recorded);
    }

    /** All lines. */
    public KnownNumbers known() {
        return new KnownNumbers(lines.values().stream().map(Line::number).collect(Collectors.toSet()));
    }

    /** All lines by their keys. */
    public Map<LineKey, Line> all() {
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
        Line before = findEnum(name);
        List<String> known = before == null ? List.of() : before.columns();
        boolean hasMore = constants.size() > known.size() && constants.containsAll(known);
        List<String> all = new ArrayList<>(hasMore ? constants : known);
        constants.stream().filter(constant -> !all.contains(constant)).forEach(all::add);
        Set<String> called = new TreeSet<>(before == null ? Set.of() : before.names());
        if (!own.equals(name)) {
            called.add(own);
        }
        put(LineKey.ofEnum(name), List.of(StoredType.of(Kind.ENUM.word())), all, null, called);
        storedNames.forEach((inProgram, constant) -> {
            Line line = constant(name, constant);
            Set<String> names = new TreeSet<>(line == null ? Set.of() : line.names());
            if (!inProgram.equals(constant)) {
                names.add(inProgram);
            }
            put(
                    LineKey.ofConstant(name, constant),
                    List.of(StoredType.of(Kind.CONSTANT.word())),
                    List.of(),
                    null,
                    names);
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
        if (findEnum(name) != null) {
            return name;
        }
        List<String> left =
                enums().stream().filter(other -> !ofProgram.contains(other)).toList();
        List<String> called = left.stream()
                .filter(other -> lineOfEnum(other).names().contains(name))
                .toList();
        if (!called.isEmpty()) {
            return called.get(0);
        }
        String simple = StoredNames.simple(name);
        List<String> moved = left.stream()
                .filter(other -> StoredNames.simple(other).equals(simple))
                .toList();
        boolean isOnly = ofProgram.stream()
                        .filter(other -> findEnum(other) == null
                                && StoredNames.simple(other).equals(simple))
                        .count()
                == 1;
        return moved.size() == 1 && isOnly ? moved.get(0) : name;
    }

    /** The line of an enum's constant, given the name under which it is stored, or null. */
    public @Nullable Line constant(String enumName, String constant) {
        return lines.get(LineKey.ofConstant(enumName, constant));
    }

    /** The names of all enums. */
    public List<String> enums() {
        return lines.tailMap(LineKey.ofEnum("")).keySet().stream()
                .filter(key -> key.kind() == Kind.ENUM)
                .map(LineKey::owner)
                .toList();
    }

    /** Takes lines away, and what other lines say of their classes. Their numbers are never given again. */
    public void remove(Set<Integer> numbers) {
        unchanged = null;
        Set<String> gone = classes().stream()
                .filter(name -> numbers.contains(line(name).number()))
                .collect(Collectors.toSet());
        lines.values().removeIf(line -> numbers.contains(line.number()));
        lines.replaceAll((key, line) -> {
            List<StoredType> types = line.types().stream()
                    .filter(type -> !(type.isReference() && gone.contains(type.target())))
                    .toList();
            List<String> columns = key.kind() == Kind.CLASS
                    ? line.columns().stream()
                            .filter(name -> !gone.contains(name))
                            .toList()
                    : line.columns();
            Set<String> names = key.kind() == Kind.CLASS
                    ? line.names().stream().filter(name -> !gone.contains(name)).collect(Collectors.toSet())
                    : line.names();
            boolean isOriginGone =
                    line.from() != null && !lines.containsKey(LineKey.ofAttribute(key.owner(), line.from()));
            return line.with(types.isEmpty() ? line.types() : types, columns, names)
                    .filledFrom(isOriginGone ? Origin.COMPUTED : line.origin(), line.isFilled());
        });
    }

    /** Takes constants of an enum away. */
    public void removeConstants(String name, Collection<String> constants) {
        unchanged = null;
        lines.computeIfPresent(
                LineKey.ofEnum(name),
                (key, line) -> line.with(
                        line.types(),
                        line.columns().stream()
                                .filter(constant -> !constants.contains(constant))
                                .toList(),
                        line.names()));
    }
}
