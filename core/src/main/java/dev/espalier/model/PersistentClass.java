package dev.espalier.model;

import java.util.List;

/**
 * One class of the model. Unchanging, safe for any number of threads.
 */
public final class PersistentClass {

    private final Class<?> javaClass;
    private final String name;
    private Instantiator instantiator;
    private IdAccess idAccess;
    private VersionAccess versionAccess;
    private List<Attribute> attributes = List.of();
    private List<PersistentClass> concreteClasses = List.of();
    private List<CollectionAttribute> inverses = List.of();
    private List<CollectionAttribute> inversesOfReferences = List.of();

    /** Classes refer to one another, so they are made first and completed before anybody else sees them. */
    PersistentClass(Class<?> javaClass, String name) {
        this.javaClass = javaClass;
        this.name = name;
    }

    /** The Java class; may be an interface, which has no attributes of its own. */
    public Class<?> javaClass() {
        return javaClass;
    }

    /** The simple name where no other class of the model has it, else the canonical one. */
    public String name() {
        return name;
    }

    /** Whether no object can be of exactly this class. */
    public boolean isAbstract() {
        return instantiator == null;
    }

    public boolean isRecord() {
        return javaClass.isRecord();
    }

    /** This class, unless abstract, and all classes of the model below it that are not, by name. */
    public List<PersistentClass> concreteClasses() {
        return concreteClasses;
    }

    /** Whether an object of this class is one of {@code other} too. */
    public boolean isSubclassOf(PersistentClass other) {
        return other.javaClass.isAssignableFrom(javaClass);
    }

    /** All attributes, inherited ones first, each class's in the order of its source; without the id. */
    public List<Attribute> attributes() {
        return attributes;
    }

    /** Its collections that are inverses of references. */
    public List<CollectionAttribute> inverses() {
        return inverses;
    }

    /** The inverses of its own references, in whatever class. */
    public List<CollectionAttribute> inversesOfReferences() {
        return inversesOfReferences;
    }

    /** The attribute of that name, or null. */
    public Attribute attribute(String attributeName) {
        for (Attribute attribute : attributes) {
            if (attribute.name().equals(attributeName)) {
                return attribute;
            }
        }
        return null;
    }

    /** How the id field is reached; null where the class has none. */
    public IdAccess id() {
        return idAccess;
    }

    /** How the {@code @Version} field is reached; null where the class has none. */
    public VersionAccess version() {
        return versionAccess;
    }

    /** A new object whose fields are still to be set. Not for records, not for abstract classes. */
    public Object newInstance() {
        return ((Instantiator.OfClass) instantiator).factory().newInstance();
    }

    /**
     * A new record from its attributes' values, in order, without their Optionals.
     *
     * @param id goes into the id component where there is one
     * @param version goes into the {@code @Version} component where there is one
     */
    public Object construct(Object[] values, long id, int version) {
        return ((Instantiator.OfRecord) instantiator).construct(attributes, values, id, versionAccess == null ? null : versionAccess.value(version));
    }

    @Override
    public String toString() {
        return name;
    }

    void complete(Instantiator makesObjects, IdAccess id, VersionAccess version, List<Attribute> allAttributes) {
        versionAccess = version;
        instantiator = makesObjects;
        idAccess = id;
        attributes = List.copyOf(allAttributes);
        inverses = attributes.stream().filter(CollectionAttribute.class::isInstance).map(CollectionAttribute.class::cast)
                .filter(CollectionAttribute::isInverse).toList();
    }

    void completeInverses(List<CollectionAttribute> ofReferences) {
        inversesOfReferences = List.copyOf(ofReferences);
    }

    void completeSubclasses(List<PersistentClass> concrete) {
        concreteClasses = List.copyOf(concrete);
    }
}
