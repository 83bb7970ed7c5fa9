/**
 * A database whose tables fit a model.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.schema.Schema} and connections. <b>Out:</b> a {@link dev.espalier.internal.catalog.Catalog}: the tables exist and fit the model, or
 * a {@link dev.espalier.error.SchemaException} lists the differences. For example opening a file of orders with a class that has one more field adds its column.
 *
 * <p>The packages below, in the order in which an opening needs them: {@link dev.espalier.internal.catalog.tables}, {@link dev.espalier.internal.catalog.match}, {@link
 * dev.espalier.internal.catalog.change}, {@link dev.espalier.internal.catalog.index}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.catalog;
