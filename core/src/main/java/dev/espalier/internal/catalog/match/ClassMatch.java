package dev.espalier.internal.catalog.match;

import static dev.espalier.error.ErrorCode.RENAMED;

import dev.espalier.annotation.Was;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.StoredModel;
import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.catalog.tables.Structure;
import dev.espalier.internal.catalog.tables.Structure.Kind;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which class and collection of a database each class and collection of a program is. Where objects would vanish from sight in silence,
 * it asks: it refuses with {@code renamed}, and {@link Was} is the answer.
 *
 * <p>The steps, each for what those before have left: {@code @Was}; the Java name that the database knows; the simple name, where class and columns
 * fit each other and nobody else (a class that moved). What is left then is new, unless a class or collection of the database that looks like it
 * has no other place in the program, and rows. For one opening, by one thread.
 */
public final class ClassMatch {

    private static final String ANSWER =
            "\n  Write @Was(\"the former name\") on what was renamed, and @Was({}) on what is new";

    private final Schema schema;
    private final StoredNames stored;
    private final Map<String, Table> tables;
    private final Structure structure;
    private final Predicate<Table> hasRows;
    private final CollectionConversions conversions;
    private final Map<String, PersistentClass> claims = new TreeMap<>();
    private final Map<PersistentClass, String> names = new HashMap<>();
    private final Map<KnownNames.Field, String> lists = new LinkedHashMap<>();
    private final Set<String> questions = new LinkedHashSet<>();

    /**
     * @param schema of a new database
     * @param stored to be changed by {@link #record}
     * @param description what the database says of its model
     * @param hasRows whether there is something in a table of the database
     */
    public ClassMatch(
            Schema schema,
            StoredNames stored,
            Description description,
            Predicate<Table> hasRows,
            CollectionConversions conversions) {
        this.schema = schema;
        this.stored = stored;
        this.tables = description.tables();
        this.structure = description.structure();
        this.hasRows = hasRows;
        this.conversions = conversions;
    }

    /**
     * The names of classes and collections, without those of indexes.
     *
     * @throws SchemaException {@code renamed}
     */
    public KnownNames resolve(Place place) {
        refuseRingsOfClasses(place);
        byAnswer();
        byJavaName();
        bySimpleName();
        byLooks();
        refuseRingsOfLists(place);
        lists();
        if (!questions.isEmpty()) {
            throw new SchemaException(
                    RENAMED,
                    place + " keeps objects that this program would not see:\n  "
                            + Answers.spelled(schema.model(), String.join("\n  ", questions) + ANSWER));
        }
        Set<String> taken = new TreeSet<>(stored.classes());
        taken.addAll(stored.lists());
        return new KnownNames(names, lists, taken, tables, Map.of(), Set.of(), Map.of(), Set.of());
    }

    /** Writes down what the program calls everything. */
    public void record(Schema resolved) {
        for (PersistentClass type : resolved.model().classes()) {
            type.programNames().forEach(name -> stored.addClass(resolved.nameOf(type), name));
        }
        for (LinkTable link : resolved.linkTables()) {
            CollectionAttribute field = link.attribute();
            String name = resolved.nameOf(field);
            boolean isNamedSo = name.equals(resolved.nameOf(field.declaringClass()) + "." + field.name());
            allNames(field).forEach(own -> stored.addList(name, own, isNamedSo));
        }
    }

    /**
     * Refuses answers by which classes pass their names round. The catalog has one subject for each name in Java: it cannot tell such an answer
     * from one that was taken before, and older programs would read the one for the other. A new database refuses them too, or its second opening would.
     */
    private void refuseRingsOfClasses(Place place) {
        List<String> rings = new ArrayList<>();
        for (Set<PersistentClass> ring : Rings.of(classes(), this::answeredClasses)) {
            rings.add("@Was on "
                    + NameList.of(ring.stream().map(ClassMatch::javaName).toList())
                    + ": these classes pass their names round; expected names that no class had before. "
                    + "If the classes have moved to another package, write their former names with the former package");
        }
        refuse(rings, place);
    }

    private void refuse(List<String> rings, Place place) {
        if (!rings.isEmpty()) {
            throw new SchemaException(
                    RENAMED,
                    place + ": this program would read the one for the other:\n  "
                            + Answers.spelled(schema.model(), String.join("\n  ", rings)));
        }
    }

    /** The other classes of the program that have a name that this one had: now, or in the database. */
    private List<PersistentClass> answeredClasses(PersistentClass type) {
        List<String> former = answer(type);
        if (former == null || isNamedBy(type, former)) {
            return List.of();
        }
        Set<String> found = named(former);
        return found.contains(known(type))
                ? List.of()
                : classes().stream()
                        .filter(other -> other != type
                                && (isNamedBy(other, former)
                                        || found.stream().anyMatch(name -> isKnownAs(name, other))))
                        .toList();
    }

    private static boolean isNamedBy(PersistentClass type, List<String> names) {
        return type.programNames().stream()
                .anyMatch(name -> names.contains(name) || names.contains(StoredNames.simple(name)));
    }

    // ---- classes

    private void byAnswer() {
        for (PersistentClass type : classes()) {
            List<String> former = answer(type);
            if (former == null || former.isEmpty()) {
                continue;
            }
            Set<String> found = named(former);
            String own = known(type);
            found.remove(own);
            if (!own.isEmpty()) {
                found.removeIf(name -> isOfAnother(name, type)); // the answer was to a question of another database
            }
            if (found.isEmpty()) {
                continue;
            }
            String name = found.iterator().next();
            if (found.size() > 1) {
                questions.add(
                        "@Was on " + javaName(type) + ": the database knows several such classes: " + list(found));
            } else if (claims.containsKey(name)) {
                questions.add("@Was on " + javaName(type) + ": " + described(name) + " is " + javaName(claims.get(name))
                        + " of this program already");
            } else if (isOfAnother(name, type)) {
                questions.add("@Was on " + javaName(type) + ": " + described(name)
                        + " is another class of this program, too; is that one new?");
            } else if (!own.isEmpty() && hasRows("class " + own)) {
                questions.add("@Was on " + javaName(type) + ": it was stored as a new class since, and "
                        + described(name) + " has objects too");
            } else {
                claim(type, name);
            }
        }
    }

    /** By the whole name in Java; else by the simple name, where that was given, or where the database knows no other. */
    private Set<String> named(List<String> former) {
        Set<String> found = new TreeSet<>();
        for (String name : former) {
            Set<String> exact = stored.classesCalled(name);
            found.addAll(
                    !exact.isEmpty()
                            ? exact
                            : stored.classes().stream()
                                    .filter(s -> stored.simpleNames(s).contains(StoredNames.simple(name))
                                            && (stored.javaNames(s).isEmpty()
                                                    || StoredNames.simple(name).equals(name)))
                                    .collect(Collectors.toSet()));
        }
        return found;
    }

    /** Whether the database knows another class of the program, which does not say that it is new, by that name. */
    private boolean isOfAnother(String name, PersistentClass type) {
        return classes().stream().anyMatch(other -> other != type && isKnownAs(name, other) && !isSaidToBeNew(other));
    }

    /** The name of a class in the database; empty if the database does not know the class. */
    private String known(PersistentClass type) {
        return type.programNames().stream()
                .flatMap(name -> stored.classesCalled(name).stream())
                .min(Comparator.naturalOrder())
                .orElse("");
    }

    private void byJavaName() {
        Map<String, Set<PersistentClass>> called = new HashMap<>();
        unnamed()
                .forEach(type -> type.programNames()
                        .forEach(program -> stored.classesCalled(program)
                                .forEach(name -> called.computeIfAbsent(name, n -> new LinkedHashSet<>())
                                        .add(type))));
        for (String name : unclaimed()) {
            List<PersistentClass> found = called.getOrDefault(name, Set.of()).stream()
                    .filter(type -> !names.containsKey(type))
                    .toList();
            List<PersistentClass> old = found.size() < 2
                    ? found
                    : found.stream().filter(type -> !isSaidToBeNew(type)).toList();
            if (old.size() == 1) {
                claim(old.get(0), name);
            } else if (old.size() > 1) {
                questions.add(described(name) + " was each of these in one program or another: " + javaNames(old));
            }
        }
    }

    private void bySimpleName() {
        Map<String, List<PersistentClass>> alike = new LinkedHashMap<>();
        for (String name : unclaimed()) {
            alike.put(
                    name,
                    unnamed().stream()
                            .filter(type -> !isSaidToBeNew(type)
                                    && known(type).isEmpty()
                                    && stored.simpleNames(name).contains(StoredNames.simple(javaName(type)))
                                    && !(type.isAbstract() && tables.containsKey("class " + name)))
                            .toList());
        }
        Map<String, List<PersistentClass>> fitting = new LinkedHashMap<>();
        alike.forEach((name, types) -> fitting.put(
                name, types.stream().filter(type -> fits(name, type)).toList()));
        alike.forEach((name, types) -> {
            List<PersistentClass> fit = fitting.getOrDefault(name, List.of());
            boolean isOnlyOne = fit.size() == 1
                    && fitting.values().stream()
                                    .filter(others -> others.contains(fit.get(0)))
                                    .count()
                            == 1;
            boolean isOld = stored.javaNames(name).isEmpty()
                    && types.size() == 1
                    && types.get(0).name().equals(name);
            if (isOnlyOne || isOld) {
                claim(isOld ? types.get(0) : fit.get(0), name);
            } else if (!types.isEmpty() && hasRows("class " + name)) {
                questions.add(described(name) + " may be " + javaNames(types) + ", which "
                        + (fit.isEmpty() ? "has other fields" : "it cannot tell from others"));
            }
        });
    }

    /** Whether an object of the stored class is one of this: an abstract class has no columns to be told by. */
    private boolean fits(String name, PersistentClass type) {
        Table table = tables.get("class " + name);
        if (table == null) {
            return true;
        }
        return StoredModel.fits(schema.table(type).table(), table)
                && schema.table(type).links().stream()
                        .filter(link -> link.attribute().declaringClass() == type)
                        .allMatch(link -> {
                            Table list = tables.get(
                                    "list " + name + "." + link.attribute().name());
                            return list == null || StoredModel.fits(link.table(), list);
                        });
    }

    /** Of a class that is gone, and one that is new. */
    private void byLooks() {
        for (String name : unclaimed()) {
            List<PersistentClass> alike = !tables.containsKey("class " + name)
                    ? List.of()
                    : unnamed().stream()
                            .filter(type -> !type.isAbstract()
                                    && !isSaidToBeNew(type)
                                    && known(type).isEmpty()
                                    && looksLike(name, type))
                            .toList();
            if (!alike.isEmpty() && hasRows("class " + name)) {
                questions.add(
                        described(name) + " is no class of this program, and has most columns of " + javaNames(alike)
                                + (alike.size() == 1
                                        ? ", which is new: was it renamed?"
                                        : ", which are new: was it renamed to one of them?"));
            }
        }
    }

    /** At least half of the columns and collections that one of them has are the other's, too. */
    private boolean looksLike(String name, PersistentClass type) {
        Set<String> one = new HashSet<>();
        Set<String> other = new HashSet<>();
        columns(one, tables.get("class " + name), ClassTable.FIRST_FIELD, "");
        ClassTable table = schema.table(type);
        columns(other, table.table(), ClassTable.FIRST_FIELD, "");
        stored.listsOfClass(name)
                .forEach(list ->
                        columns(one, tables.get("list " + list), LinkTable.OWNER, StoredNames.simple(list) + "."));
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

    private void claim(PersistentClass type, String name) {
        claims.put(name, type);
        names.put(type, name);
    }

    private List<PersistentClass> unnamed() {
        return classes().stream().filter(type -> !names.containsKey(type)).toList();
    }

    private List<String> unclaimed() {
        return stored.classes().stream()
                .filter(name -> !claims.containsKey(name))
                .toList();
    }

    private List<PersistentClass> classes() {
        return schema.model().classes();
    }

    // ---- collections

    /** Refuses the same of collections. */
    private void refuseRingsOfLists(Place place) {
        refuse(
                Rings.of(fields(), this::answeredFields).stream()
                        .map(
                                ring -> "@Was on "
                                        + NameList.of(ring.stream()
                                                .map(ClassMatch::javaName)
                                                .toList())
                                        + ": these collections pass their names round; expected names that no field of the class had before")
                        .toList(),
                place);
    }

    private List<CollectionAttribute> answeredFields(CollectionAttribute field) {
        List<String> former = answer(field);
        if (former == null || former.contains(field.name())) {
            return List.of();
        }
        String declaring = names.get(field.declaringClass());
        Set<String> called = declaring == null
                ? Set.of()
                : stored.listsOfClass(declaring).stream()
                        .filter(list -> former.stream().anyMatch(name -> stored.isCalled(list, name)))
                        .collect(Collectors.toSet());
        return fields().stream()
                .filter(other -> other.declaringClass() == field.declaringClass()
                        && other != field
                        && (former.contains(other.name()) || called.contains(own(other))))
                .toList();
    }

    private void lists() {
        Set<String> claimed = new HashSet<>();
        List<CollectionAttribute> left = new ArrayList<>();
        for (CollectionAttribute field : fields()) {
            List<String> former = answer(field);
            List<String> own = allNames(field);
            Set<String> found = own.stream()
                    .flatMap(one -> stored.listsOf(one).stream())
                    .collect(Collectors.toCollection(TreeSet::new));
            String declaring = names.get(field.declaringClass());
            if (found.isEmpty() && declaring != null) { // the class was renamed since
                found.addAll(stored.listsOfClass(declaring).stream()
                        .filter(list -> stored.isCalled(list, field.name()))
                        .toList());
            }
            if (found.isEmpty() && former != null) {
                found.addAll(stored.lists().stream()
                        .filter(list -> former.contains(StoredNames.simple(list)) && isOfOwners(list, field))
                        .toList());
                found.removeIf(
                        list -> fields().stream().anyMatch(other -> own(other).equals(list)));
            }
            found = found.stream()
                    .map(list -> conversions.latest(list, field))
                    .collect(Collectors.toCollection(TreeSet::new));
            found.removeIf(list -> conversions.isConverted(list, field));
            if (found.size() > 1) {
                questions.add(
                        "@Was on " + javaName(field) + ": the database knows several such fields: " + list(found));
            }
            if (found.size() == 1 && claimed.add(found.iterator().next())) {
                lists.put(key(field), found.iterator().next());
            } else {
                left.add(field);
            }
        }
        for (CollectionAttribute field : List.copyOf(left)) {
            String own = stored.lists().contains(own(field)) ? conversions.latest(own(field), field) : "";
            if (stored.lists().contains(own) && !conversions.isConverted(own, field) && claimed.add(own)) {
                lists.put(key(field), own);
                left.remove(field);
            }
        }
        for (CollectionAttribute field : left) {
            if (answer(field) == null && !isSaidToBeNew(field.declaringClass())) {
                stored.lists().stream()
                        .filter(list -> !claimed.contains(list)
                                && isOfOwners(list, field)
                                && StoredModel.fits(schema.link(field).table(), tables.get("list " + list))
                                && hasRows("list " + list))
                        .forEach(list -> questions.add(
                                list + " of the database is no field of this program, and has the columns of "
                                        + javaName(field) + ", which is new: was it renamed? Then write @Was(\""
                                        + StoredNames.simple(list) + "\") on it"));
            }
        }
    }

    private List<CollectionAttribute> fields() {
        return schema.linkTables().stream().map(LinkTable::attribute).toList();
    }

    /** The name of a collection that was not renamed; empty if its class is new. */
    private String own(CollectionAttribute field) {
        String declaring = names.get(field.declaringClass());
        return declaring == null ? "" : declaring + "." + field.name();
    }

    /** Whether objects of a class with this field are among the owners of that collection. */
    private boolean isOfOwners(String list, CollectionAttribute field) {
        Table table = tables.get("list " + list);
        Table declaring = tables.get("class " + StoredNames.declaring(list));
        Set<String> owners = table == null ? Set.of() : structure.of(Subject.of(Kind.OWNER, table));
        if (owners.isEmpty() && table != null && declaring != null) {
            owners = Set.of(declaring.name());
        }
        Set<String> found = owners;
        return field.declaringClass().concreteClasses().stream()
                .map(type -> tables.get("class " + names.get(type)))
                .anyMatch(owner -> owner != null && found.contains(owner.name()));
    }

    private static KnownNames.Field key(CollectionAttribute field) {
        return new KnownNames.Field(field.declaringClass(), field.name());
    }

    // ---- words

    private boolean hasRows(String subject) {
        Table table = tables.get(subject);
        return table != null && hasRows.test(table);
    }

    /** The former names of a class; none for one that is new; null where it does not say. */
    private static @Nullable List<String> answer(PersistentClass type) {
        return type.formerNames();
    }

    /** The same of a field. */
    private static @Nullable List<String> answer(CollectionAttribute field) {
        return field.access().formerNames();
    }

    private static boolean isSaidToBeNew(PersistentClass type) {
        List<String> former = answer(type);
        return former != null && former.isEmpty();
    }

    /** For messages. */
    static String javaName(PersistentClass type) {
        return type.programNames().stream().sorted().findFirst().orElseThrow();
    }

    private static String javaName(CollectionAttribute field) {
        return javaName(field.declaringClass()) + "." + field.name();
    }

    private static List<String> allNames(CollectionAttribute field) {
        return field.declaringClass().programNames().stream()
                .map(name -> name + "." + field.name())
                .toList();
    }

    /** Whether programs have called the stored class as this one is called. */
    private boolean isKnownAs(String name, PersistentClass type) {
        return stored.javaNames(name).stream().anyMatch(type.programNames()::contains);
    }

    private static String javaNames(List<PersistentClass> types) {
        return NameList.of(types.stream().map(ClassMatch::javaName).toList());
    }

    private String described(String name) {
        Set<String> javaNames = stored.javaNames(name);
        boolean isTold = javaNames.isEmpty() || javaNames.equals(Set.of(name));
        return "the stored class " + name + (isTold ? "" : " (" + list(javaNames) + ")");
    }

    private static String list(Set<String> names) {
        return NameList.of(names);
    }
}
