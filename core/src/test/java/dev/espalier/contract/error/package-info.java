/**
 * Tests that each fault has a clear error: bad input, a missing argument, a damaged row.
 *
 * <p><b>In:</b> input that cannot be, and a database that somebody has damaged. <b>Out:</b> one error or finding that says what, where and what to do;
 * the rest is as it was.
 *
 * <p>Example: a null among the arguments is reported with the name of the argument and its place.
 */
package dev.espalier.contract.error;
