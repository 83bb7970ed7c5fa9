package dev.espalier.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Tests of what the library decides: in the program's memory, by what it knows of programs and their leases, or by comparing a model with the database. They send
 * no SQL that an older version of a server could answer differently from a newer one, or only such that other tests ask of it.
 * So older versions run them with {@code -Pendurance} only; the other engines run them always, but TiDB, which has {@link AlsoOnTiDb}.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface EngineIndependent {}
