/**
 * The differences between engines, behind small interfaces with generic defaults. Each engine has one package below this one.
 *
 * <p><b>In:</b> a URL or a connection. <b>Out:</b> an {@link dev.espalier.engine.Engine} with its parts: {@link dev.espalier.dialect.Dialect}
 * (SQL), {@link dev.espalier.engine.Sessions} (what connections are told), {@link dev.espalier.engine.Failures} (the meaning of errors), {@link
 * dev.espalier.engine.SnapshotSharing}, {@link dev.espalier.engine.DefinitionLock} and {@link dev.espalier.engine.BulkRoad}; and the {@link
 * dev.espalier.engine.Driver} that leads there.
 *
 * <p>A new engine is a new package, and one line in {@code dev.espalier.jdbc.Engines}.
 *
 * <p>Example: {@code new SqliteDriver().engine().failures().of(error)} is {@code LOCK_TIMEOUT} for SQLite's result code 5.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.engine;
