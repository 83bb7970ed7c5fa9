package dev.espalier.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once on each engine, with a {@link TestDatabase} for its parameter. Where an engine's server is absent the test is
 * skipped and says how to start it; if {@code ESPALIER_REQUIRE_ENGINES} names the engine, it fails. TiDB runs in a build what is marked with
 * {@link AlsoOnTiDb}, or is about TiDB alone. Where the build itself starts MariaDB and PostgreSQL, each test runs on one of them, always on the same;
 * {@code -Dtest=...} and {@code -Despalier.sample=1} run it on both.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(EngineTests.class)
public @interface OnEveryEngine {

    /** The engines that it is about; all of them where none is named. */
    Engine[] value() default {};

    /** Engines that it is not about; the test says why. */
    Engine[] except() default {};
}
