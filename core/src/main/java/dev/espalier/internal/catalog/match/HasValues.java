package dev.espalier.internal.catalog.match;

/** Whether a column of a stored class or collection has any value that would vanish from sight. */
@FunctionalInterface
public interface HasValues {
    boolean test(String subject, String column);
}
