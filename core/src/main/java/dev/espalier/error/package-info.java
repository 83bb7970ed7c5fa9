/**
 * All that can go wrong, as one sealed family.
 *
 * <p><b>In:</b> what a stage found wrong: a code, a place, a sentence. <b>Out:</b> one unchecked exception that carries the
 * decision (may the same call be tried again?) so that nobody has to parse a message.
 *
 * <p>Example: {@code unknown field at 7: Author has no field 'boks'; it has: books, agent, name} is a {@link
 * dev.espalier.error.QueryException} with code {@code unknown-field} and position 7.
 */
package dev.espalier.error;
