package kotlin;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The parts of the annotation of Kotlin's library that its compiler gives each class and that the model reads. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Metadata {

    int k() default 1;

    String[] d1() default {};

    String[] d2() default {};
}
