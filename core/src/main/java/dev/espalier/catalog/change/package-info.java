/**
 * Plans the changes that a database needs for a model, makes them, or writes them as a script.
 *
 * <p><b>In:</b> a {@link dev.espalier.catalog.change.Wanted} model and a session. <b>Out:</b> an {@link dev.espalier.catalog.change.OpeningPlan}, which {@link
 * dev.espalier.catalog.change.ChangePlanner} makes without any session; {@link dev.espalier.catalog.change.Opening} makes the changes. For example a new field
 * {@code due} is the step {@code ALTER TABLE "order" ADD COLUMN "due" date}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.catalog.change;
