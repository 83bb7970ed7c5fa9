/**
 * The differences between engines, behind small interfaces with generic defaults. Each engine has one package below this one.
 *
 * <p><b>In:</b> a URL or a connection. <b>Out:</b> an {@link dev.espalier.internal.engine.Engine} with its parts: {@link dev.espalier.internal.dialect.Dialect}
 * (SQL), {@link dev.espalier.internal.engine.Sessions} (the settings of connections), {@link dev.espalier.internal.engine.Failures} (the meaning of errors), {@link
 * dev.espalier.internal.engine.SnapshotSharing}, {@link dev.espalier.internal.engine.DefinitionLock} and {@link dev.espalier.internal.engine.BulkRoad}; and the {@link
 * dev.espalier.internal.engine.Driver} that leads there.
 *
 * <p>A new engine is a new package, and one line in {@code dev.espalier.internal.jdbc.Engines}.
 *
 * <p>Example: {@code new SqliteDriver().engine().failures().of(error)} is {@code LOCK_TIMEOUT} for SQLite's result code 5.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.engine;
