package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;

import dev.espalier.annotation.Bounds;
import dev.espalier.annotation.Was;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One class of the model: a Java class, or a class that only a catalog describes, whose objects are {@link Nodes}. Unchanging, safe for any number
 * of threads.
 */
public final class PersistentClass {

    /** Null for a class that only a catalog describes. */
    private final @Nullable Class<?> javaClass;

    /** The JDK asks the virtual machine each time. */
    private final boolean isRecord;

    private final String name;
    /** The canonical name; of a class without Java class the names that programs have given to it. */
    private final Set<String> javaNames;
    /** Null if nothing is said. */
    private final @Nullable List<String> formerNames;
    /** Null if nothing is declared. */
    private final @Nullable DeclaredBounds bounds;

    private Set<PersistentClass> superclasses = Set.of();

    private @Nullable ObjectModel model;
    private int index;
    private Map<String, Attribute> byName = Map.of();
    /** Null for an abstract class. */
    private @Nullable Instantiator instantiator;

    private @Nullable IdAccess idAccess;
    private @Nullable VersionAccess versionAccess;
    private List<Attribute> attributes = List.of();
    private List<PersistentClass> concreteClasses = List.of();
    private List<CollectionAttribute> inverses = List.of();
    private boolean hasInverseOfOne;
    private List<CollectionAttribute> inversesOfReferences = List.of();

    /** Classes refer to one another, so they are made first and completed before anybody else sees them. */
    PersistentClass(Class<?> javaClass, String name) {
        this.javaClass = javaClass;
        this.isRecord = javaClass.isRecord();
        this.name = name;
        this.javaNames =
                Set.of(javaClass.getCanonicalName() == null ? javaClass.getName() : javaClass.getCanonicalName());
        Was was = javaClass.getDeclaredAnnotation(Was.class);
        this.formerNames = was == null ? null : List.of(was.value());
        Bounds declared = javaClass.getDeclaredAnnotation(Bounds.class);
        this.bounds = declared == null
                ? null
                : DeclaredBounds.of(declared.depth(), declared.only(), declared.stopAt(), declared.follow());
    }

    /** A class without Java class. */
    PersistentClass(
            String name, Set<String> javaNames, @Nullable List<String> formerNames, @Nullable DeclaredBounds bounds) {
        this.javaClass = null;
        this.isRecord = false;
        this.name = name;
        this.javaNames = javaNames.isEmpty() ? Set.of(name) : Set.copyOf(javaNames);
        this.formerNames = formerNames;
        this.bounds = bounds;
    }

    /** Whether there is a Java class; false in a model that a catalog describes. */
    public boolean hasJavaClass() {
        return javaClass != null;
    }

    /**
     * The Java class; may be an interface, which has no attributes of its own.
     *
     * @throws IllegalStateException if there is none
     */
    public Class<?> javaClass() {
        if (javaClass == null) {
            throw new IllegalStateException(name + " has no Java class");
        }
        return javaClass;
    }

    /** Whether the class has the same name, but was loaded by another class loader, which makes it another class. */
    public boolean isTwinOf(Class<?> other) {
        return javaClass != null && javaClass != other && javaClass.getName().equals(other.getName());
    }

    /** The model to which the class belongs. */
    public ObjectModel model() {
        return requireNonNull(model, "a class is seen when its model is complete");
    }

    /** The place among {@link ObjectModel#classes}. */
    public int index() {
        return index;
    }

    /** The part of the name after the last dot. */
    public String simpleName() {
        return javaClass == null ? name.substring(name.lastIndexOf('.') + 1) : javaClass.getSimpleName();
    }

    /** The name in full: with its package, if there is a Java class. */
    public String fullName() {
        return javaClass == null ? name : javaClass.getCanonicalName();
    }

    /** The names, in full, that programs have given to the class; at least one. */
    public Set<String> programNames() {
        return javaNames;
    }

    /** The names that the class had before, by {@link Was}; empty for a new class; null if nothing is said. */
    public @Nullable List<String> formerNames() {
        return formerNames;
    }

    /** The bounds that the class itself declares for reads of its objects; null for none. Those of a class above are not among them. */
    public @Nullable DeclaredBounds bounds() {
        return bounds;
    }

    /** Whether this is a full name of the class. */
    public boolean isCalled(String wanted) {
        return javaClass == null
                ? wanted.equals(name) || javaNames.contains(wanted)
                : wanted.equals(javaClass.getCanonicalName()) || wanted.equals(javaClass.getName());
    }

    /** The simple name if no other class of the model has it, else the canonical one. */
    public String name() {
        return name;
    }

    /** Whether no object can be of exactly this class. */
    public boolean isAbstract() {
        return instantiator == null;
    }

    public boolean isRecord() {
        return isRecord;
    }

    /** This class, unless abstract, and all classes of the model below it that are not, by name. */
    public List<PersistentClass> concreteClasses() {
        return concreteClasses;
    }

    /** The classes and interfaces of the model above this class, without itself. */
    public Set<PersistentClass> superclasses() {
        return superclasses;
    }

    /** Whether an object of this class is one of {@code other} too. */
    public boolean isSubclassOf(PersistentClass other) {
        return javaClass == null
                ? other == this || superclasses.contains(other)
                : other.javaClass().isAssignableFrom(javaClass);
    }

    /** Whether the object is one of this class. */
    public boolean isInstance(Object object) {
        if (javaClass != null) {
            return javaClass.isInstance(object);
        }
        PersistentClass type = model().classOf(object);
        return type != null && type.isSubclassOf(this);
    }

    /** All attributes, inherited ones first, each class's in the order of its source; without the id. */
    public List<Attribute> attributes() {
        return attributes;
    }

    /** Its fields that are inverses of references. */
    public List<CollectionAttribute> inverses() {
        return inverses;
    }

    /** Whether an inverse among its fields holds one object. */
    public boolean hasInverseOfOne() {
        return hasInverseOfOne;
    }

    /** Whether the attributes at these places are inverses of references, which are not stored. */
    public boolean areInverses(BitSet places) {
        for (int at = places.nextSetBit(0); at >= 0; at = places.nextSetBit(at + 1)) {
            if (!(attributes.get(at) instanceof CollectionAttribute collection && collection.isInverse())) {
                return false;
            }
        }
        return true;
    }

    /** The inverses of its own references, in whatever class. */
    public List<CollectionAttribute> inversesOfReferences() {
        return inversesOfReferences;
    }

    /** The attribute of that name, or null. */
    public @Nullable Attribute attribute(String attributeName) {
        return byName.get(attributeName);
    }

    /** How the id field is reached; null if the class has none. */
    public @Nullable IdAccess id() {
        return idAccess;
    }

    /** How the {@code @Version} field is reached; null if the class has none. */
    public @Nullable VersionAccess version() {
        return versionAccess;
    }

    /** A new object whose fields are still to be set. Not for records, not for abstract classes. */
    public Object newInstance() {
        return ((Instantiator.OfClass) requireNonNull(instantiator)).factory().newInstance();
    }

    /**
     * A new record from its attributes' values, in order, without their Optionals.
     *
     * @param id goes into the id component if there is one
     * @param version goes into the {@code @Version} component if there is one
     */
    public Object construct(Object[] values, long id, int version) {
        return ((Instantiator.OfRecord) requireNonNull(instantiator))
                .construct(attributes, values, id, versionAccess == null ? null : versionAccess.value(version));
    }

    @Override
    public String toString() {
        return name;
    }

    void complete(
            @Nullable Instantiator makesObjects,
            @Nullable IdAccess id,
            @Nullable VersionAccess version,
            List<Attribute> allAttributes) {
        versionAccess = version;
        instantiator = makesObjects;
        idAccess = id;
        replaceAttributes(allAttributes);
        inverses = attributes.stream()
                .filter(CollectionAttribute.class::isInstance)
                .map(CollectionAttribute.class::cast)
                .filter(CollectionAttribute::isInverse)
                .toList();
        hasInverseOfOne = inverses.stream().anyMatch(CollectionAttribute::isOne);
    }

    /** The inverses of all classes. */
    static List<CollectionAttribute> inverses(List<PersistentClass> all) {
        return all.stream().flatMap(owner -> owner.inverses().stream()).toList();
    }

    /** Finds the inverses of its references among those of all classes. A reference whose inverse holds one object is unique. */
    void findInverses(List<CollectionAttribute> all) {
        inversesOfReferences = all.stream()
                .filter(inverse ->
                        isSubclassOf(inverse.members()) && attribute(inverse.reference()) instanceof ReferenceAttribute)
                .distinct()
                .toList();
        Set<String> unique = inversesOfReferences.stream()
                .filter(CollectionAttribute::isOne)
                .map(CollectionAttribute::reference)
                .collect(Collectors.toSet());
        if (!unique.isEmpty()) {
            replaceAttributes(attributes.stream()
                    .map(attribute ->
                            unique.contains(attribute.name()) ? ((ReferenceAttribute) attribute).asUnique() : attribute)
                    .toList());
        }
    }

    private void replaceAttributes(List<Attribute> all) {
        attributes = List.copyOf(all);
        Map<String, Attribute> named = new HashMap<>();
        attributes.forEach(attribute -> named.putIfAbsent(attribute.name(), attribute));
        byName = named;
    }

    void completeSuperclasses(Set<PersistentClass> above) {
        superclasses = Set.copyOf(above);
    }

    void belongTo(ObjectModel to, int place) {
        model = to;
        index = place;
    }

    void completeSubclasses(List<PersistentClass> concrete) {
        concreteClasses = List.copyOf(concrete);
    }
}
