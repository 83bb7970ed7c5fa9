/**
 * The tables, columns and indexes in which a model is kept.
 *
 * <p><b>In:</b> an {@link dev.espalier.internal.model.ObjectModel}. <b>Out:</b> a {@link dev.espalier.internal.schema.Schema}: for every concrete
 * class a {@link dev.espalier.internal.schema.ClassTable}, for every collection a {@link dev.espalier.internal.schema.LinkTable}, each with the
 * {@link dev.espalier.internal.schema.Slot}s that say which columns hold which field; and the {@link dev.espalier.internal.schema.Index}es of each
 * level.
 *
 * <p>Example: {@code class Order { long id; LocalDate due; List<Line> lines; Customer buyer; }} is kept in
 *
 * <pre>
 * order(id, _version, due, buyer_id)          primary key (id)
 * order_lines(owner, pos, target)             primary key (owner, pos)
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.schema;
