/**
 * What a database knows of itself: the model it was made with, its indexes, the ids it has given away, loads that did not end.
 *
 * <p><b>In:</b> a {@link dev.espalier.schema.Schema} and connections. <b>Out:</b> a {@link dev.espalier.catalog.Catalog}: the
 * tables are there and fit the model, or a {@link dev.espalier.error.SchemaException} lists the differences; and {@link
 * dev.espalier.catalog.Ids}, which no two writers ever get twice. And, without any model, a {@link dev.espalier.catalog.Layout}: what the
 * database says of its tables.
 *
 * <p>Example: the library's own tables in a database:
 *
 * <pre>
 * espalier_meta(name, value)                     format, model, structure, index level
 * espalier_ids(name, next)                       the first id that was not given away
 * espalier_loads(first, count, load, touched)    ids of bulk loads that have not ended
 * </pre>
 */
package dev.espalier.catalog;
