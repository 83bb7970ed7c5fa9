/**
 * The commands {@code demo}, {@code lab} and {@code bench} of the command line.
 *
 * <p>In: arguments. Out: text on the terminal, the results and pages of runs, and an exit code. For example {@code espalier demo --out demo} prints one
 * table and writes {@code demo/result.json} and {@code demo/report.html}. {@link dev.espalier.cli.Espalier} finds them as {@link
 * dev.espalier.lab.cli.LabCommands}, so whoever only asks a database does not carry them.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.cli;
