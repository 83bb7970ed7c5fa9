/**
 * Who stores and finds: the library through its public face, and statements written by hand.
 *
 * <p>In: a {@link dev.espalier.lab.target.Place}, an index level and blocks of objects. Out: a filled database, ids of roots, complete
 * structures. For example {@code new JdbcSubject().create(place, Indexes.BOTH, 20)} takes blocks, and
 * {@code new JdbcSubject().open(place, Indexes.BOTH).search()} gives the ids of 4 M1 for each block.
 *
 * <p>{@code jdbc} is the practical limit: each engine's fastest road for loading, the best form of the query for each engine and level,
 * structures level by level. It knows the twelve classes and nothing else.
 */
package dev.espalier.lab.subject;
