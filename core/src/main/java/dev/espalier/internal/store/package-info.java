/**
 * An open database: what is needed to store, find and load objects, put together.
 *
 * <p><b>In:</b> connections, the {@link dev.espalier.internal.catalog.change.Wanted} model, and {@link dev.espalier.internal.store.StoreOptions}; then objects, ids and questions.
 * <b>Out:</b> an {@link dev.espalier.internal.store.ObjectStore}: objects stored, loaded, deleted, in the transaction of the thread or in one of their own.
 *
 * <p>Example:
 *
 * <pre>{@code
 * ObjectStore store = ObjectStore.open(source, wanted, options);
 * store.transact(open -> {
 *     Object[] orders = store.list(Question.of(NamedClass.of(Order.class), "due < '2026-12-01'"));
 *     store.delete(List.of(orders));
 *     return orders.length;
 * });
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.store;
