/**
 * The exceptions of the library, as one sealed family.
 *
 * <p><b>In:</b> an error of one stage: an {@link dev.espalier.error.ErrorCode}, a position, a sentence. <b>Out:</b> an unchecked exception,
 * which also shows whether a retry of the same call can succeed, so that nobody has to parse a message.
 *
 * <p>Example: {@code unknown field at 7: Author has no field 'boks'; it has: books, agent, name} is a {@link
 * dev.espalier.error.QueryException} with code {@code unknown-field} and position 7.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.error;
