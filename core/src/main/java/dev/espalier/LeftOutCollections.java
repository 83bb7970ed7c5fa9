package dev.espalier;

/**
 * The content of a field whose collection the bounds of a read have left out. It is never an empty collection, which would say that there are no
 * members.
 *
 * @see Settings#leftOutCollections
 */
public enum LeftOutCollections {
    /**
     * A collection of the field's type that cannot be used: every method throws a {@link dev.espalier.error.NotLoadedException} ({@code not-loaded}), except
     * {@code toString}, which returns {@code [not loaded]}. It stays what it is when its object is serialized, and storing a copy of the object leaves the
     * members in the database as they are. An array, and a field whose class is neither a collection of {@code java.util} nor above one, is null. A
     * set or a map whose members' hash codes or order are made of such a collection cannot be loaded ({@code collection-failed}). The default.
     */
    THROW,
    /**
     * Null. Storing the object that was loaded leaves the members in the database as they are, as long as the field is null. A copy of the object, as serialization
     * makes it, does not know that something was left out: null is stored as no members.
     */
    NULL
}
