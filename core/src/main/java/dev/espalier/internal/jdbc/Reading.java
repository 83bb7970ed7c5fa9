package dev.espalier.internal.jdbc;

import dev.espalier.internal.sql.Statement;

/**
 * A statement, and who takes its rows.
 *
 * @param reader is handed each of them in turn
 */
public record Reading(Statement statement, RowReader reader) {}
