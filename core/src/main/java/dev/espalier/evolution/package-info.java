/**
 * For who changes classes: the schema of a database, and models as data.
 *
 * <p><b>In:</b> a URL or an open database, and a model. <b>Out:</b> {@link dev.espalier.evolution.SchemaAdmin}: what the database stores, which programs use it, what the
 * model would change as a plan and as SQL; {@link dev.espalier.evolution.ModelDraft}: a model that is made and changed without Java classes. Migrations are settings of an
 * opening: {@link dev.espalier.Migration}.
 *
 * <p>Example: {@code SchemaAdmin.at(url, settings).plan(Model.of(Order.class))} prints
 *
 * <pre>
 * convert Order.due from String to LocalDate
 * </pre>
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.evolution;
