/**
 * Ids become complete structures, level by level.
 *
 * <p><b>In:</b> a class, the ids of its objects that were found, {@link dev.espalier.internal.graph.Bounds}, and sessions that see one
 * snapshot. <b>Out:</b> the objects with everything they lead to, one Java object per database object, cycles closed; and for
 * each of them what the write side has to know: id, version, and which fields were left out ({@link
 * dev.espalier.internal.graph.LoadContext}).
 *
 * <p>A level is all objects that are one reference further away than the last. Each relation of a level costs one statement for
 * each chunk of ids, however many roots there are. Loading {@code Order} 3 with its lines and their products:
 *
 * <pre>
 * level 0   SELECT id, _version, due, buyer_id FROM order WHERE id IN (3)
 * level 1   SELECT l.owner, l.target, t._version, t.count, t.product_id, t1.id, t1._version, t1.name
 *             FROM order_lines l LEFT JOIN line t ON t.id = l.target LEFT JOIN product t1 ON t1.id = t.product_id
 *             WHERE l.owner IN (3) ORDER BY l.owner, l.pos
 *           SELECT id, _version, name FROM customer WHERE id IN (8)
 * </pre>
 *
 * <p>On one connection, statements that need not wait for each other's rows share a round trip if the connection takes several in one text: the two
 * first ones here do. A repeated read of few narrow roots with one collection is one statement, in which a root's row comes once for each member
 * ({@code CollectionLayout.comesWithOwners}).
 *
 * <p>If a reference leads from one object to the next of its class for many levels, as in a linked list, {@code ReferenceChains} notices it, and one
 * recursive statement reads the rest of the way.
 *
 * <p>Three steps make an answer: {@code Levels} reads rows until no id is unknown, {@code Assembly} constructs the records and
 * gives every object its references and collections, and {@code GraphLoader} hands the objects out.
 *
 * <p>For each level, {@code Levels} decides what is asked for, {@code FetchRunner} lets each {@code Fetch} ask on a session that is free, and what these
 * found is added to the {@code Answer}:
 *
 * <pre>
 * Fetch            a chunk of ids: its statements, and their rows read into batches
 *   RootFetch      objects whose rows may carry what they refer to (JoinedReferences), and a collection
 *     QueryFetch   those that a condition finds
 *     ObjectFetch  those with these ids
 *   ChainFetch     those of a reference chain
 *   MemberFetch    the members of a collection (MemberQuery is its SQL)
 * </pre>
 *
 * <p>{@code OwnedMembers} reads a page of one collection without its owner; the objects in it are the roots of an answer.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.graph;
