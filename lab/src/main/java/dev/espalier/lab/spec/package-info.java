/**
 * A run as data: the sizes, index levels, subjects, threads and cache states to measure, and the number of repeats.
 *
 * <p>In: words of the command line. Out: valid values, or a {@link dev.espalier.lab.spec.SpecException} with found and expected
 * values. For example {@code Sizes.parse("100k,1m")} gives 100,000 and 1,000,000 objects per class, and
 * {@code Sizes.parse("many")} fails with {@code --objects: found 'many', expected sizes such as 100k,1m,2m}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.spec;
