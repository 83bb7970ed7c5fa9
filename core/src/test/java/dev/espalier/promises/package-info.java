/**
 * Random schedules of two programs with three threads each, run against the library and against a simple reference that knows which
 * call was acknowledged with what: the promises to the program that stores, reads and rolls back.
 *
 * <p><b>In:</b> a seed. <b>Out:</b> nothing, or each promise that is broken, with the seed that brings it back and the shortest list of
 * steps that breaks it alike. The package uses the public API only.
 */
package dev.espalier.promises;
