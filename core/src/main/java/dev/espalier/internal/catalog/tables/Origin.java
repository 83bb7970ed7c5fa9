package dev.espalier.internal.catalog.tables;

import org.jspecify.annotations.Nullable;

/**
 * From where an attribute got its values, if no program has stored all of them.
 *
 * @param path of the attribute of the same class from which they were converted; null if a migration has computed them from whatever else
 */
public record Origin(@Nullable String path) {

    public static final Origin COMPUTED = new Origin(null);
}
