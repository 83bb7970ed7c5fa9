/**
 * The subjects that store and search: the library through its public API, and hand-written statements.
 *
 * <p>In: a {@link dev.espalier.lab.target.TargetDatabase}, an index level and blocks of objects. Out: a filled database, ids of roots, complete
 * structures. For example {@code new JdbcSubject().create(place, Indexes.BOTH, 20)} takes blocks, and
 * {@code new JdbcSubject().open(place, Indexes.BOTH).search()} gives the ids of 4 M1 for each block.
 *
 * <p>{@code jdbc} is the practical limit: each engine's fastest method of loading, the best form of the query for each engine and level,
 * structures level by level. It knows the twelve classes and nothing else.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.subject;
