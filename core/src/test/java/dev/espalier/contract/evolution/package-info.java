/**
 * Databases whose classes change: fields, types, names, constants, hierarchies, indexes.
 *
 * <p><b>In:</b> a database of older classes, newer ones, and a program that may die at any statement. <b>Out:</b> a database of the newer classes that
 * keeps all values, or one as before and an error that says what is missing.
 *
 * <p>Example: a field that is renamed keeps its values, and where it only might have been renamed, the opening asks.
 */
package dev.espalier.contract.evolution;
