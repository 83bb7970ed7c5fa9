package dev.espalier.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks the annotation processor {@code espalier-processor} for the classes of typed queries: {@code Order_} for {@code Order}, and one for each class that
 * can be reached from it. Without the processor it means nothing.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE})
public @interface Typed {

    /**
     * Names the classes to start from, those that {@code Model.of} names.
     *
     * @return classes; empty for the one that the annotation stands on
     */
    Class<?>[] value() default {};
}
