/**
 * Plans the changes that a database needs for a model, makes them, or writes them as a script.
 *
 * <p><b>In:</b> a {@link dev.espalier.internal.catalog.change.Wanted} model and a session. <b>Out:</b> an {@link dev.espalier.internal.catalog.change.OpeningPlan}, which {@link
 * dev.espalier.internal.catalog.change.ChangePlanner} makes without any session; {@link dev.espalier.internal.catalog.change.Opening} makes the changes. For example a new field
 * {@code due} is the step {@code ALTER TABLE "order" ADD COLUMN "due" date}. {@link dev.espalier.internal.catalog.change.FinishPlanner} plans the same way what {@link
 * dev.espalier.internal.catalog.change.Finish} drops because a model has it no more.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.internal.catalog.change;
