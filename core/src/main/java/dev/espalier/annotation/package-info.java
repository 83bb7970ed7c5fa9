/**
 * The annotations that a user may, but need not, write on classes.
 *
 * <p><b>In:</b> nothing. <b>Out:</b> hints on classes and single fields that {@code dev.espalier.internal.model} reads, and {@code @Typed},
 * which an annotation processor reads. A class without any of them
 * is kept just as well.
 *
 * <p>Example: {@code @Unique String isbn;} makes the database refuse a second book with the same number.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.annotation;
