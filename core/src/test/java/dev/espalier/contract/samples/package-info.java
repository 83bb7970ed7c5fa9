/**
 * Classes to store that the tests of several topics share.
 *
 * <p><b>In:</b> nothing. <b>Out:</b> small models whose tables are easy to read, and objects of every shape and value.
 *
 * <p>Example: an {@code Author} of {@link dev.espalier.contract.samples.Library} has books in a list, a set and a map.
 */
package dev.espalier.contract.samples;
