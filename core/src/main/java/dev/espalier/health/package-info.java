/**
 * For who runs a database: damage, sizes, connections, commits and retries.
 *
 * <p><b>In:</b> an open database, or the URL of one. <b>Out:</b> its {@link dev.espalier.health.Health}, which verifies and repairs it, and returns numbers for a
 * monitor.
 *
 * <p>Example: {@code Health.of(db).pool().orElseThrow()} prints
 *
 * <pre>
 * PoolState[size=10, open=10, inUse=10, waiting=3]
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.health;
