/**
 * The query language a second time, as simply as possible, on plain objects in memory: what every database has to agree with.
 *
 * <p><b>In:</b> a syntax tree from {@link dev.espalier.internal.rql} and all objects there are. <b>Out:</b> the objects that answer it, in order.
 * Written from the description of the language alone; it knows no plan, no table and no optimisation.
 *
 * <p>Example: {@code friends.age > 30} looks at each friend of each person.
 */
package dev.espalier.naive;
