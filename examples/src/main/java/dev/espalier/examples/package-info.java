/**
 * Small programs that use the library as its readers would. The documents quote them, and a test runs them.
 *
 * <p><b>In:</b> the URL of a database. <b>Out:</b> what they print. Example: {@link dev.espalier.examples.Shop}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.examples;
