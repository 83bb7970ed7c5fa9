/**
 * Tests of storing, loading, changing and deleting: values, graphs, collections and references.
 *
 * <p><b>In:</b> objects of the program, and changes of them. <b>Out:</b> rows that hold exactly these, and the same objects after they were loaded.
 *
 * <p>Example: a list that several programs add to and delete from at once loses what was deleted, keeps all else, and has no gaps.
 */
package dev.espalier.contract.store;
