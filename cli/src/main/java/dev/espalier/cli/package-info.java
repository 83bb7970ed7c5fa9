/**
 * The command line.
 *
 * <p>In: arguments. Out: text on the terminal, the requested files, and an exit code: 0 for success, 1 for a failure, 2 for invalid
 * arguments. For example {@code espalier demo --out demo} prints one table and writes
 * {@code demo/result.json} and {@code demo/report.html}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.cli;
