package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.INNER_CLASS;
import static dev.espalier.error.ErrorCode.LOCAL_CLASS;
import static dev.espalier.error.ErrorCode.NOT_A_CLASS_OF_OBJECTS;
import static dev.espalier.error.ErrorCode.UNSUPPORTED_TYPE;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds all classes that can be reached from the named ones. Says only what is wrong with a class as a whole; its fields are
 * judged by {@link ModelReader}.
 */
final class Reach {

    private final Problems problems;
    private final Deque<Class<?>> toVisit = new ArrayDeque<>();
    private final Set<Class<?>> visited = new LinkedHashSet<>();
    private final Set<Class<?>> persistent = new LinkedHashSet<>();
    private final Map<Class<?>, String> places = new LinkedHashMap<>();
    /** Those that the user named, or that a field leads to; not those that only a sealed class permits. */
    private final Set<Class<?>> used = new LinkedHashSet<>();

    Reach(Problems problems) {
        this.problems = problems;
    }

    /** Adds a class that the user named, and all that it leads to. */
    void addNamed(Class<?> type) {
        if (Kind.of(JavaType.of(type)) instanceof Kind.Structure && !type.isAnnotation()) {
            refer(type, type.getSimpleName());
            used.add(type);
            addPersistent(type);
            visitAll();
        } else {
            String name = type.getCanonicalName() == null ? type.getName() : type.getCanonicalName();
            problems.add(
                    NOT_A_CLASS_OF_OBJECTS,
                    name + ": is not a class of your own whose objects can be kept; name those that hold its values");
        }
    }

    /** The classes whose objects have an identity, in the order in which they were found. */
    Set<Class<?>> persistent() {
        return persistent;
    }

    /** The place at which a class was first referred to; null if it only is the superclass of another. */
    @Nullable
    String place(Class<?> type) {
        return places.get(type);
    }

    /** Whether the class only serves as the superclass of others. */
    boolean isOnlyExtended(Class<?> type) {
        return !used.contains(type)
                && persistent.stream().anyMatch(other -> other != type && type.isAssignableFrom(other));
    }

    private void visitAll() {
        while (!toVisit.isEmpty()) {
            visit(toVisit.remove());
        }
    }

    private void visit(Class<?> type) {
        for (JavaType level : JavaType.of(type).lineage()) {
            for (Field field : KeptFields.of(level.raw())) {
                addType(level.resolve(field.getGenericType()), level.raw().getSimpleName() + "." + field.getName());
            }
        }
    }

    private void addType(JavaType type, String place) {
        Kind kind = Kind.of(type);
        if (kind instanceof Kind.Maybe maybe) {
            addType(maybe.content(), place);
        } else if (kind instanceof Kind.Many many) {
            if (many.key() != null) {
                addMember(many.key(), place);
            }
            addMember(many.element(), place);
        } else if (kind instanceof Kind.Structure structure) {
            type.arguments().forEach(argument -> addType(argument, place));
            refer(structure.javaClass(), place);
            used.add(structure.javaClass());
            if (structure.javaClass().isRecord() && !KeptFields.hasId(structure.javaClass())) {
                addToVisit(structure.javaClass());
            } else {
                addPersistent(structure.javaClass());
            }
        }
    }

    /** A collection in a collection is refused later. It may be one of itself, as {@code class Tree extends HashMap<String, Tree>}. */
    private void addMember(JavaType type, String place) {
        if (!(Kind.of(type) instanceof Kind.Many)) {
            addType(type, place);
        }
    }

    private void refer(Class<?> type, String place) {
        places.putIfAbsent(type, place);
    }

    private void addPersistent(Class<?> type) {
        List<JavaType> lineage = JavaType.of(type).lineage();
        if (persistent.contains(type)
                || !isUsable(type)
                || !lineage.stream().allMatch(level -> isUsable(level.raw()))) {
            return;
        }
        persistent.add(type);
        addToVisit(type);
        lineage.forEach(level -> addPersistent(level.raw()));
        if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                refer(permitted, type.getSimpleName());
                addPersistent(permitted);
            }
        }
    }

    private void addToVisit(Class<?> type) {
        if (visited.add(type)) {
            toVisit.add(type);
        }
    }

    private boolean isUsable(Class<?> type) {
        String name = type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
        if (type.isAnonymousClass() || type.isLocalClass() || type.isHidden() || Proxy.isProxyClass(type)) {
            problems.add(
                    LOCAL_CLASS,
                    name + ": is a local or generated class; make it a class of its own or a static nested one");
            return false;
        }
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            problems.add(INNER_CLASS, name + ": holds a hidden reference to its outer object; make it static");
            return false;
        }
        if (KotlinTypes.isValueClass(type)) {
            problems.add(
                    UNSUPPORTED_TYPE,
                    place(type, name)
                            + ": is a value class of Kotlin, which cannot be kept by itself; use the type of its only property");
            return false;
        }
        List<String> constants = Constants.only(type);
        if (!constants.isEmpty()) {
            problems.add(
                    UNSUPPORTED_TYPE,
                    place(type, name)
                            + (constants.size() == 1
                                    ? ": has one object only, in its field " + constants.get(0)
                                            + ", and each load would make another one; make it a constant of an enum"
                                    : ": has no objects but those in its fields " + NameList.of(constants)
                                            + ", and each load would make other ones; make it an enum")
                            + ", or a class whose objects are equal by what they hold, with a constructor that is not private");
            return false;
        }
        if (type.isEnum()) {
            problems.add(
                    UNSUPPORTED_TYPE,
                    name + ": an enum cannot stand beside classes of objects; make it a class or a record");
            return false;
        }
        if (JavaType.isOfJdk(type)) {
            problems.add(UNSUPPORTED_TYPE, name + ": is a class of the JDK, whose fields are closed; do not extend it");
            return false;
        }
        return true;
    }

    private String place(Class<?> type, String name) {
        String place = places.get(type);
        return place == null || place.equals(name) ? name : place + ": " + name;
    }
}
