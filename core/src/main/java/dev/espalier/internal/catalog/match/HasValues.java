package dev.espalier.internal.catalog.match;

import dev.espalier.internal.schema.TableSubject;

/** Whether a column of a stored class or collection has any value that would vanish from sight. */
@FunctionalInterface
public interface HasValues {
    boolean test(TableSubject subject, String column);
}
