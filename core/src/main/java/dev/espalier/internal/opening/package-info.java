/**
 * How a database is opened.
 *
 * <p><b>In:</b> what a user has set, a URL or a {@code DataSource}, and the {@link dev.espalier.internal.schema.Schema} of a model, or none. <b>Out:</b> an open {@link
 * dev.espalier.internal.store.ObjectStore}, whose objects have all attributes that migrations compute; or connections for work with its schema.
 *
 * <p>Example:
 *
 * <pre>{@code
 * OpeningSettings settings = Insides.of(Settings.class, Settings.defaults(), OpeningSettings.class);
 * ObjectStore shop = Openings.open(url, schema, settings);
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.opening;
