package dev.espalier.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Tests of what the library does in the program's memory. They send no SQL that only TiDB could answer differently from MySQL, whose dialect it
 * speaks, and TiDB creates tables ten times as slowly. So it runs them with {@code -Pendurance} only, and so do older versions of servers; all other
 * engines run them always.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface EngineIndependent {}
