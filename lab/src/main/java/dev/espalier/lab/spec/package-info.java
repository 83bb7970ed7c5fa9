/**
 * A run as data: which sizes, index levels, subjects, threads and cache states are measured, and how often.
 *
 * <p>In: words as they stand on the command line. Out: valid values, or one {@link dev.espalier.lab.spec.SpecException} that says what
 * was found and what is expected. For example {@code Sizes.parse("100k,1m")} gives 100,000 and 1,000,000 objects per class, and
 * {@code Sizes.parse("many")} fails with {@code --objects: found 'many', expected sizes such as 100k,1m,2m}.
 */
package dev.espalier.lab.spec;
