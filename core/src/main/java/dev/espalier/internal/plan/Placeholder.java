package dev.espalier.internal.plan;

/**
 * Stands in a plan, and in the statements made of it, for a column's value that differs from one execution to the next. A text has fewer characters than an
 * index on beginnings holds, but for the ends of a range.
 */
@FunctionalInterface
public interface Placeholder {

    /**
     * Returns the value of this execution.
     *
     * @param values what {@link PlanTemplate#values} returns, perhaps with more behind it
     */
    Object value(Object[][] values);
}
