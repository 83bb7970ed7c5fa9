/**
 * The query code of the RootRQL publications, so that it runs as printed but for its imports: stores by the names of classes, queries Q1 to
 * Q9, objects of whatever class. A thin face of {@link dev.espalier.Query}, which new code uses itself.
 *
 * <p><b>In:</b> an open {@link dev.espalier.Database}, names of classes, queries in RQL. <b>Out:</b> lists of objects.
 *
 * <p>Example:
 *
 * <pre>{@code
 * RootStore r1 = rdb.getRootStore("fi.rootrql.users.User");
 * RootStore r2 = rdb.getRootStore("fi.rootrql.users.Organization");
 * Query query = Query.createQuery().addQ1Query(r1, "(organization IN (Q2))").addQ2Query(r2, "(name MATCH 'A%')");
 * List<User> list = query.queryQ1Objects();
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.rootdb;
