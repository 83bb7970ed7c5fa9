/**
 * A database whose tables fit a model.
 *
 * <p><b>In:</b> a {@link dev.espalier.schema.Schema} and connections. <b>Out:</b> a {@link dev.espalier.catalog.Catalog}: the tables exist and fit the model, or
 * a {@link dev.espalier.error.SchemaException} lists the differences. For example opening a file of orders with a class that has one more field adds its column.
 *
 * <p>The rooms below, in the order in which an opening enters them: {@link dev.espalier.catalog.tables}, {@link dev.espalier.catalog.match}, {@link
 * dev.espalier.catalog.change}, {@link dev.espalier.catalog.index}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.catalog;
