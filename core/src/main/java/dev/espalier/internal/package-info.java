/**
 * Helpers that the packages of the API share, hidden from users.
 *
 * <p><b>In:</b> an object of the API, or an argument. <b>Out:</b> what the object holds inside; the argument, or a refusal that names it.
 *
 * <p>Example:
 *
 * <pre>{@code
 * ObjectStore store = Insides.of(Database.class, database, ObjectStore.class);
 * Arguments.members("ids", ids, "an id");   // ids[2]: found null, expected an id
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal;
