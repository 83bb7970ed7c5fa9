/**
 * Connections: pooled, one transaction at a time each, every statement logged, every driver's error turned into one of ours.
 *
 * <p><b>In:</b> a URL or a {@code DataSource}, and {@link dev.espalier.internal.sql.Statement}s. <b>Out:</b> rows, counts, or a {@link
 * dev.espalier.error.EspalierException} that says what, where and what to do; never a {@code SQLException}, never a password.
 *
 * <p>Example:
 *
 * <pre>{@code
 * try (Session session = source.session()) {
 *     session.beginSnapshot();
 *     session.query(statement, row -> ids.add(row.getLong(1)));
 * }
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.jdbc;
