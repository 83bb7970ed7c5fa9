/**
 * Espalier keeps plain Java objects, flat, in the SQL database that is already there, finds them by path and loads them whole.
 *
 * <p><b>In:</b> classes, a URL, objects, queries. <b>Out:</b> the same objects, complete, detached, ordinary.
 *
 * <pre>{@code
 * try (Database db = Database.open("jdbc:sqlite:shop.db", Model.of(Order.class))) {
 *     db.store(order);
 *     List<Order> late = db.query(Order.class, "lines.product.maker.name = :maker, due < '2026-12-01'").with("maker", "Acme").list();
 * }
 * }</pre>
 *
 * Packages in {@code dev.espalier.internal} do the work, each from what it takes in to what it gives out:
 *
 * <pre>
 * store:  object -> model -> write -> sql -> dialect -> jdbc
 * find:   text -> rql -> plan -> search -> sql -> dialect -> jdbc -> graph -> object
 * select: text -> rql -> plan -> search -> sql -> dialect -> jdbc -> rows -> record
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier;
