package dev.espalier.internal.model;

/** One field of a persistent class or one component of an embedded record. */
public sealed interface Attribute permits ValueAttribute, EmbeddedAttribute, ReferenceAttribute, CollectionAttribute {

    /** The Java field's name. */
    String name();

    /** How the field is reached in an object. */
    Access access();

    /** Whether the objects in the field are parts of the object that has it. */
    default boolean isPart() {
        return false;
    }
}
