package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds out which stored class each class of a program is. The steps, each for what those before have left: {@code @Was}; the Java name that the database knows; the
 * simple name, if class and columns fit each other and nobody else (a class that moved). What is left then is new, unless a stored class that looks like it has
 * objects: then it asks.
 */
final class ClassClaims {

    private final Schema schema;
    private final StoredNames stored;
    private final StoredTables tables;
    private final ClassLikeness likeness;
    private final Set<String> questions;
    private final Map<String, PersistentClass> claims = new TreeMap<>();
    private final Map<PersistentClass, String> names = new HashMap<>();

    /**
     * @param schema of a new database
     * @param questions gets what the program has to answer
     */
    ClassClaims(Schema schema, StoredNames stored, StoredTables tables, Set<String> questions) {
        this.schema = schema;
        this.stored = stored;
        this.tables = tables;
        this.likeness = new ClassLikeness(schema, stored, tables);
        this.questions = questions;
    }

    /**
     * Answers by which classes pass their names round. The catalog has one subject for each name in Java: it cannot distinguish such an answer
     * from one that was taken before, and older programs would read the one for the other. A new database refuses them too, or its second opening would.
     */
    List<String> rings() {
        List<String> rings = new ArrayList<>();
        for (Set<PersistentClass> ring : Rings.of(classes(), this::answeredClasses)) {
            rings.add("@Was on "
                    + ProgramNames.list(List.copyOf(ring))
                    + ": these classes pass their names round; expected names that no class had before. "
                    + "If the classes have moved to another package, write their former names with the former package");
        }
        return rings;
    }

    /** The other classes of the program that have a name that this one had: now, or in the database. */
    private List<PersistentClass> answeredClasses(PersistentClass type) {
        List<String> former = type.formerNames();
        if (former == null || ProgramNames.isAmong(type, former)) {
            return List.of();
        }
        Set<String> found = named(former);
        return found.contains(known(type))
                ? List.of()
                : classes().stream()
                        .filter(other -> other != type
                                && (ProgramNames.isAmong(other, former)
                                        || found.stream().anyMatch(name -> isKnownAs(name, other))))
                        .toList();
    }

    /** Takes all steps, and returns the stored names of the classes that are known. */
    Map<PersistentClass, String> match() {
        byAnswer();
        byJavaName();
        bySimpleName();
        byLooks();
        return names;
    }

    private void byAnswer() {
        for (PersistentClass type : classes()) {
            List<String> former = type.formerNames();
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
                questions.add("@Was on " + ProgramNames.of(type) + ": the database knows several such classes: "
                        + NameList.of(found));
            } else if (claims.containsKey(name)) {
                questions.add("@Was on " + ProgramNames.of(type) + ": " + described(name) + " is "
                        + ProgramNames.of(claims.get(name)) + " of this program already");
            } else if (isOfAnother(name, type)) {
                questions.add("@Was on " + ProgramNames.of(type) + ": " + described(name)
                        + " is another class of this program, too; is that one new?");
            } else if (!own.isEmpty() && tables.hasObjects(own)) {
                questions.add("@Was on " + ProgramNames.of(type) + ": it was stored as a new class since, and "
                        + described(name) + " has objects too");
            } else {
                claim(type, name);
            }
        }
    }

    /** By the whole name in Java; else by the simple name, if that was given, or if the database knows no other. */
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
        return classes().stream()
                .anyMatch(other -> other != type && isKnownAs(name, other) && !ProgramNames.isSaidToBeNew(other));
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
                    : found.stream()
                            .filter(type -> !ProgramNames.isSaidToBeNew(type))
                            .toList();
            if (old.size() == 1) {
                claim(old.get(0), name);
            } else if (old.size() > 1) {
                questions.add(
                        described(name) + " was each of these in one program or another: " + ProgramNames.list(old));
            }
        }
    }

    private void bySimpleName() {
        Map<String, List<PersistentClass>> alike = new LinkedHashMap<>();
        for (String name : unclaimed()) {
            alike.put(
                    name,
                    unnamed().stream()
                            .filter(type -> !ProgramNames.isSaidToBeNew(type)
                                    && known(type).isEmpty()
                                    && stored.simpleNames(name).contains(StoredNames.simple(ProgramNames.of(type)))
                                    && !(type.isAbstract() && tables.ofClass(name) != null))
                            .toList());
        }
        Map<String, List<PersistentClass>> fitting = new LinkedHashMap<>();
        alike.forEach((name, types) -> fitting.put(
                name, types.stream().filter(type -> likeness.fits(name, type)).toList()));
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
            } else if (!types.isEmpty() && tables.hasObjects(name)) {
                questions.add(described(name) + " may be " + ProgramNames.list(types) + ", which "
                        + (fit.isEmpty() ? "has other fields" : "it cannot distinguish from others"));
            }
        });
    }

    /** Of a class that is gone, and one that is new. */
    private void byLooks() {
        for (String name : unclaimed()) {
            List<PersistentClass> alike = tables.ofClass(name) == null
                    ? List.of()
                    : unnamed().stream()
                            .filter(type -> !type.isAbstract()
                                    && !ProgramNames.isSaidToBeNew(type)
                                    && known(type).isEmpty()
                                    && likeness.looksLike(name, type))
                            .toList();
            if (!alike.isEmpty() && tables.hasObjects(name)) {
                questions.add(described(name) + " is no class of this program, and has most columns of "
                        + ProgramNames.list(alike)
                        + (alike.size() == 1
                                ? ", which is new: was it renamed?"
                                : ", which are new: was it renamed to one of them?"));
            }
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

    /** Whether programs have called the stored class as this one is called. */
    private boolean isKnownAs(String name, PersistentClass type) {
        return stored.javaNames(name).stream().anyMatch(type.programNames()::contains);
    }

    private String described(String name) {
        Set<String> javaNames = stored.javaNames(name);
        boolean isTold = javaNames.isEmpty() || javaNames.equals(Set.of(name));
        return "the stored class " + name + (isTold ? "" : " (" + NameList.of(javaNames) + ")");
    }
}
