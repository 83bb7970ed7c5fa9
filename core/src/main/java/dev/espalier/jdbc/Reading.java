package dev.espalier.jdbc;

import dev.espalier.sql.Statement;

/**
 * A statement, and who takes its rows.
 *
 * @param reader is handed each of them in turn
 */
public record Reading(Statement statement, RowReader reader) {}
