/**
 * The tables in which a database describes itself: its model, its indexes, the next id, unfinished bulk loads, commit markers.
 *
 * <p><b>In:</b> a {@link dev.espalier.schema.Schema} and connections. <b>Out:</b> a {@link dev.espalier.catalog.Catalog}: the
 * tables exist and fit the model, or a {@link dev.espalier.error.SchemaException} lists the differences; and {@link
 * dev.espalier.catalog.Ids}, which gives no id twice. Without a model: a {@link dev.espalier.catalog.Layout}, the tables as the database
 * describes them.
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
package dev.espalier.catalog;
