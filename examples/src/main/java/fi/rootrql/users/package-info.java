/**
 * The classes that the published queries speak of, under their published names.
 *
 * <p><b>In:</b> nothing. <b>Out:</b> plain objects. Example: {@code dev.espalier.examples.PublishedQueries}.
 */
@org.jspecify.annotations.NullMarked
package fi.rootrql.users;
