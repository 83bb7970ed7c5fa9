/**
 * How it is measured: a load by the second, or one database made, asked cold and warm, and its answers checked.
 *
 * <p>In: a subject, a place, a size. Out: a {@link dev.espalier.lab.measure.CellRun} of plain figures, or a
 * {@link dev.espalier.lab.workload.WrongAnswerException} where an answer was not the one that is known. For example 12 x 100K objects on
 * SQLite take 2 s to create, and the query must find exactly 4 roots each time.
 *
 * <p>Of a load: a {@link dev.espalier.lab.measure.LoadRun} with every operation's response and service time in histograms for each kind
 * and second, merged and never averaged. An operation belongs to the second in which it ended.
 */
package dev.espalier.lab.measure;
