package dev.espalier.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Tests of names in upper and lower case, of numbers, dates and times, and of the text of these. A locale or a time zone of the program could change what they
 * find. {@code ci/older} runs them on SQLite as well as on servers, and no other test on SQLite.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface LocaleDependent {}
