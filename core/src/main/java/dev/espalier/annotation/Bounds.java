package dev.espalier.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets which part of the structure of a class's objects is loaded by reads without bounds of their own: {@code get}, {@code getAll}, {@code getUntracked} and every
 * query. A read that says {@code depth}, {@code only}, {@code stopAt}, {@code follow} or {@code complete} loads what it says, and nothing of the annotation
 * counts; {@link dev.espalier.LoadBounds#complete complete} alone loads all. What is left out stays stored, as with the bounds of a read, see {@link
 * dev.espalier.LoadBounds}.
 *
 * <p>The class that a read asks for counts, not the classes that its objects refer to. A class without the annotation has that of the nearest class or
 * interface above it. {@link dev.espalier.Settings#bounds(Class, java.util.function.UnaryOperator) Settings.bounds} replaces it. Programs that open the database
 * without Java classes have it, too.
 *
 * <pre>
 * &#64;Bounds(stopAt = "buyer.orders") class Order { Customer buyer; List&lt;Line&gt; lines; }
 * </pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Bounds {

    /**
     * Returns the maximum number of references between the requested object and a loaded one.
     *
     * @return the maximum number; 0 for the requested object alone
     */
    int depth() default Integer.MAX_VALUE;

    /**
     * Returns which relations are loaded.
     *
     * @return paths from the class, for example {@code lines.product}; none for all relations
     */
    String[] only() default {};

    /**
     * Returns which relations are not loaded.
     *
     * @return ends of paths, from whatever class, for example {@code buyer.orders}
     */
    String[] stopAt() default {};

    /**
     * Returns which inverse collections are loaded for objects that were not asked for.
     *
     * @return ends of paths, from whatever class; each inverse collection on them is loaded
     * @see InverseOf
     */
    String[] follow() default {};
}
