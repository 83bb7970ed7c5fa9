/**
 * How it is measured: one database made, asked cold and warm, and its answers checked.
 *
 * <p>In: a subject, a place, a size. Out: a {@link dev.espalier.lab.measure.CellRun} of plain figures, or a
 * {@link dev.espalier.lab.workload.WrongAnswerException} where an answer was not the one that is known. For example 12 x 100K objects on
 * SQLite take 2 s to create, and the query must find exactly 4 roots each time.
 */
package dev.espalier.lab.measure;
