/**
 * The command line of whoever has a database: queries, the console, the shell, schemas, transfers.
 *
 * <p>In: arguments. Out: text on the terminal, the requested files, and an exit code: 0 for success, 1 for a failure, 2 for invalid
 * arguments. For example {@code espalier query jdbc:sqlite:shop.db Order "due > 2026-01-01"} prints a table. Other modules add commands by {@link
 * dev.espalier.cli.MoreCommands}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.cli;
