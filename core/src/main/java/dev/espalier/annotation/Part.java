package dev.espalier.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that the objects in a field are parts of the object that has the field, as UML's composition does. A part has one owner, and lives no longer than
 * it.
 *
 * <pre>{@code
 * class Order {
 *     @Part List<Line> lines = new ArrayList<>();
 * }
 * }</pre>
 *
 * <ul>
 *   <li>Deleting an owner deletes its parts and their parts, loaded or not.
 *   <li>A part that a store takes away from its owner, without giving it to another one in the same unit of work, is deleted with its parts.
 *   <li>A store that gives a part to a second owner is refused ({@code two-owners}).
 *   <li>Loading an owner loads its parts: no {@code depth} leaves them out.
 *   <li>The index on the way from a part to its owner is always built.
 * </ul>
 *
 * <p>The field is a reference, a collection of objects, a map with objects as values, an array of objects, or has {@link InverseOf}, too. Its class is no
 * record. The objects have an identity of their own, and may be of the owner's own class. Everything else is refused ({@code bad-part}) when the model is made.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Part {}
