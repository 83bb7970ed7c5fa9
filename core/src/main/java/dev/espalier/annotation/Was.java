package dev.espalier.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the former name of a class, a field, a record component or an enum constant. So its objects or values are found in the database. Without a name it
 * says that the class or the field is new. A stored class or field with another name then stays as it is. A class of
 * the same name is the stored one all the same; so is a collection.
 *
 * <p>On classes and fields it is needed only if an opening asks for it, with the error {@code renamed}. The database remembers the answer. The annotation
 * may stay in the source. On an enum constant it has to stay: the constant is stored under that name.
 *
 * <pre>
 * &#64;Was("shop.Order") class Purchase { &#64;Was("lines") List&lt;Line&gt; items; }
 * &#64;Was({}) class Invoice {}
 * </pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface Was {

    /**
     * Returns the former names.
     *
     * @return of a class the canonical or the simple names that it had before; of a field or a component the names in the same class or record; of an enum
     *     constant exactly one name; none for what is new
     */
    String[] value();
}
