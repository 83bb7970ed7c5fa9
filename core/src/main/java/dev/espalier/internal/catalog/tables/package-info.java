/**
 * The tables in which a database describes itself, as values.
 *
 * <p><b>In:</b> a session. <b>Out:</b> a {@link dev.espalier.internal.catalog.tables.Meta}, what a database has at one moment; its rows as {@link
 * dev.espalier.internal.catalog.tables.StoredAttributes}, {@link dev.espalier.internal.catalog.tables.StoredNames} and their like; a {@link
 * dev.espalier.internal.catalog.tables.Layout}, the tables as the database describes them, without any class.
 *
 * <p>Example: the library's own tables in a database:
 *
 * <pre>
 * espalier_meta(name, value)                     format, model, structure, index level
 * espalier_ids(name, next)                       the first id that was not given to an object yet
 * espalier_loads(first, count, load, touched)    ids of bulk loads that have not ended
 * espalier_commits(slot, number, touched)        the last committed transaction of each slot
 * espalier_programs(id, name, ..., lease, knows) the programs that have the database open, and the attributes that they know
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.catalog.tables;
