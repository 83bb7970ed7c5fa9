package dev.espalier.internal.catalog.tables;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The name of the schema whose tables and columns JDBC's metadata list. They take it for a pattern, in which {@code _} and {@code %} stand for other characters, so that
 * other schemas may be listed too.
 *
 * @param name null if the engine has no schemas
 */
record SchemaName(@Nullable String name) {

    /** The pattern to ask for. A backslash would take the meaning from the character behind it: all schemas are asked for then. */
    @Nullable
    String pattern() {
        return name == null || name.contains("\\") ? null : name;
    }

    /** Whether a row of the metadata is about this schema. */
    boolean has(ResultSet row) throws SQLException {
        return name == null || name.equals(row.getString("TABLE_SCHEM"));
    }
}
