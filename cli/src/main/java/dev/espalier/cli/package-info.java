/**
 * The command line.
 *
 * <p>In: arguments. Out: text on the terminal, files where they were asked for, and an exit code: 0 when all went well, 1 when something
 * failed, 2 when the arguments ask for what cannot be. For example {@code espalier demo --out demo} prints one table and writes
 * {@code demo/result.json} and {@code demo/report.html}.
 */
package dev.espalier.cli;
