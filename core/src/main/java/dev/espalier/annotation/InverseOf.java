package dev.espalier.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that a field is the other side of a reference: it holds the objects, or the one object, whose reference leads to its owner. It is derived
 * from that reference and not stored.
 *
 * <pre>{@code
 * class Owner {
 *     @InverseOf("owner") List<Pet> pets = new ArrayList<>();
 * }
 *
 * class Pet {
 *     Owner owner;
 * }
 * }</pre>
 *
 * <p>A collection is loaded for the objects that a query or a {@code get} asks for. For those that these refer to, it is left out, as by bounds: a relation with
 * two sides leads from everywhere to everywhere. {@link dev.espalier.LoadBounds#follow(String...) follow} names those that are loaded for others too. A field that
 * holds one object is always loaded.
 *
 * <p>The field is of type {@code List}, {@code Collection}, {@code ArrayList}, {@code Set}, {@code HashSet} or {@code LinkedHashSet}, or it holds one
 * object or an {@code Optional} of one. Its class is no record. A list is in the order of its members' ids. The reference behind a field
 * with one object is unique, as with {@link Unique}. Storing an object updates the fields in memory. It is refused ({@code inverse-mismatch}) if the two
 * sides contradict each other: an added member does not refer to the owner, or a removed one still does.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface InverseOf {

    /**
     * Names the reference.
     *
     * @return a field of the members' class
     */
    String value();
}
