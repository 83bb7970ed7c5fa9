package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.NO_CONCRETE_CLASS;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.ModelException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The classes that a database keeps, unchanging and safe for any number of threads.
 */
public final class ObjectModel {

    private final List<PersistentClass> classes;
    private final Map<Class<?>, PersistentClass> byClass;
    private final Map<String, PersistentClass> byName;
    /** Null if all classes are Java classes. */
    private final @Nullable Nodes nodes;

    /** @param nodes the objects of classes that have no Java class; null if all classes are Java classes */
    ObjectModel(List<PersistentClass> classes, @Nullable Nodes nodes) {
        this.classes = List.copyOf(classes);
        this.byClass = classes.stream()
                .filter(PersistentClass::hasJavaClass)
                .collect(Collectors.toUnmodifiableMap(PersistentClass::javaClass, Function.identity()));
        this.byName =
                classes.stream().collect(Collectors.toUnmodifiableMap(PersistentClass::name, Function.identity()));
        this.nodes = nodes;
        for (int i = 0; i < classes.size(); i++) {
            classes.get(i).belongTo(this, i);
        }
    }

    /**
     * Reads the classes and all that can be reached from them: the classes of their fields and of their collections' members,
     * their superclasses, and the permitted subclasses of sealed ones. Other subclasses have to be named.
     *
     * @throws dev.espalier.error.ModelException if one of them cannot be kept; it names
     *     class, field and reason of every one
     */
    public static ObjectModel of(Class<?>... roots) {
        return new ModelReader(roots).read();
    }

    /**
     * Makes the model that a catalog describes.
     *
     * @param enums the names of each enum's constants, in order
     * @param nodes makes the objects and reaches what they hold
     */
    public static ObjectModel of(List<ClassDescription> classes, Map<String, List<String>> enums, Nodes nodes) {
        Map<String, ClassDescription.Constants> stored = new HashMap<>();
        enums.forEach((name, constants) -> {
            Map<String, String> same = new LinkedHashMap<>();
            constants.forEach(constant -> same.put(constant, constant));
            stored.put(name, new ClassDescription.Constants(same, Set.of()));
        });
        return new DescribedModel(classes, stored, nodes).read();
    }

    /**
     * Makes the model that a program describes by a file or by hand, without Java classes.
     *
     * @param enums the constants of each enum
     * @param nodes makes the objects and reaches what they hold
     * @throws dev.espalier.error.ModelException if an inverse has no reference that fits it, or an abstract class has no concrete one below it
     */
    public static ObjectModel ofDescriptions(
            List<ClassDescription> classes, Map<String, ClassDescription.Constants> enums, Nodes nodes) {
        ObjectModel model = new DescribedModel(classes, enums, nodes).read();
        Problems problems = new Problems();
        model.classes.forEach(type -> type.inverses().forEach(inverse -> InverseRules.check(type, inverse, problems)));
        model.classes.stream()
                .filter(type -> type.concreteClasses().isEmpty())
                .forEach(type -> problems.add(
                        NO_CONCRETE_CLASS,
                        type + ": it is abstract and no class of the model extends it; expected one that does"));
        problems.throwIfAny();
        return model;
    }

    /** Returns the advice for a class that is missing in the model: to name it there, or, if no model takes it, why not. */
    public String adviceToName(Class<?> missing) {
        if (classes.stream().anyMatch(type -> type.isTwinOf(missing))) {
            return "it is a class of another class loader than the one of that name in the model; use classes and objects of one loader";
        }
        if (Collection.class.isAssignableFrom(missing)) {
            return "a collection is no object by itself: name the class of its members, and store them by storeAll";
        }
        if (Enum.class.isAssignableFrom(missing)) {
            return "an enum cannot stand beside classes of objects; make it a class or a record";
        }
        try {
            of(missing);
            return "name it in Model.of";
        } catch (ModelException refusal) {
            return "it cannot be named in one as it is: " + refusal.getMessage();
        }
    }

    /** Whether the classes are Java classes, and not only described by a catalog. */
    public boolean hasJavaClasses() {
        return nodes == null;
    }

    /** All classes, abstract ones and interfaces too, by name. */
    public List<PersistentClass> classes() {
        return classes;
    }

    /** The class of the model for exactly that Java class, or null. */
    public @Nullable PersistentClass find(Class<?> javaClass) {
        return byClass.get(javaClass);
    }

    /** The class of that name: its own, a full one or a simple one, if no other class has it. Null for none. */
    public @Nullable PersistentClass find(String name) {
        PersistentClass own = byName.get(name);
        if (own != null) {
            return own;
        }
        List<PersistentClass> called =
                classes.stream().filter(type -> type.isCalled(name)).toList();
        List<PersistentClass> found = called.isEmpty()
                ? classes.stream()
                        .filter(type -> type.simpleName().equals(name))
                        .toList()
                : called;
        return found.size() == 1 ? found.get(0) : null;
    }

    /** The class of an object, or null if it has none in this model. */
    public @Nullable PersistentClass classOf(Object object) {
        PersistentClass type = byClass.get(object.getClass());
        return type != null || nodes == null ? type : ofNode(object);
    }

    private @Nullable PersistentClass ofNode(Object object) {
        PersistentClass type = requireNonNull(nodes).classOf(object);
        return type != null && type.model() == this ? type : null;
    }

    /** The same for all objects of a class, and for no others: a key for maps that is found faster than the class. */
    public @Nullable Object keyOf(Object object) {
        return nodes == null ? object.getClass() : ofNode(object);
    }

    /** The name in messages of the class of an object, of this model or not. */
    public String classNameOf(Object object) {
        PersistentClass type = nodes == null ? null : nodes.classOf(object);
        return type == null ? object.getClass().getSimpleName() : type.name();
    }
}
