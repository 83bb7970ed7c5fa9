package dev.espalier.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Keeps the object's version in this field. An object that has left the program and comes back, as JSON or by serialization for example, can then be
 * stored safely. The store is refused ({@code stale}) if someone else has changed the object since.
 *
 * <p>On an {@code int}, {@code Integer}, {@code long} or {@code Long}, once in a class. The field is set whenever the object is loaded or
 * stored: to 1 when it is inserted, and to one more by each change. 0 or null means that the version is not known. The field is no attribute:
 * it has no column of its own and cannot be asked for in a query. The program does not change it.
 *
 * <p>An object that was loaded in part, because of bounds or of classes that the program does not know, has 0 or null here. A copy of it lacks stored
 * parts, and must not replace the stored object. Versions are counted by each database for itself: an object of one is not stored in another.
 *
 * <p>In a record it is set when the record is constructed, and says what the version was then.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Version {}
