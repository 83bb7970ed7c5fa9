package dev.espalier.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test of what TiDB does differently from MySQL, whose dialect it speaks: it runs on TiDB in each build, too. TiDB creates tables ten times as slowly,
 * so all other tests of {@link OnEveryEngine} run there with {@code -Pendurance} only, or where {@code -Despalier.engines=tidb} names it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface AlsoOnTiDb {

    /** What TiDB does differently. */
    String value();
}
