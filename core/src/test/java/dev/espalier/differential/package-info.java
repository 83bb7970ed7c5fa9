/**
 * Random data and random queries, answered by every engine and executor and by the naive evaluator: all have to agree.
 *
 * <p><b>In:</b> a seed. <b>Out:</b> nothing, or the first query whose answers differ, with the seed that brings it back. Queries that were
 * answered differently once are kept in {@code corpus/differential} and asked on every run. The
 * classes are those of a town, written by hand, and random ones, whose source is made from the seed too.
 */
package dev.espalier.differential;
