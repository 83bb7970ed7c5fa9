package dev.espalier.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that a collection is the other side of a reference: it holds the objects whose reference leads to its owner. It is derived from that
 * reference and not stored.
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
 * <p>For a field of type {@code List}, {@code Collection}, {@code ArrayList}, {@code Set}, {@code HashSet} or {@code LinkedHashSet} in a class that is
 * no record. A list is in the order of its members' ids. Storing an object updates the collections in memory. It is refused ({@code
 * inverse-mismatch}) if the two sides contradict each other: an added member does not refer to the owner, or a removed one still does.
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
