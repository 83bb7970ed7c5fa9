/**
 * Measures a load second by second, or the creation of one database and its query, cold and warm, and checks the answers.
 *
 * <p>In: a subject, a database, a size. Out: a {@link dev.espalier.lab.measure.CellRun} of plain figures, or a
 * {@link dev.espalier.lab.workload.WrongAnswerException} if an answer is wrong. For example 12 x 100K objects on
 * SQLite take 2 s to create, and the query must find exactly 4 roots each time.
 *
 * <p>Of a load: a {@link dev.espalier.lab.measure.LoadRun} with every operation's response and service time in histograms for each kind
 * and second, merged and never averaged. An operation belongs to the second in which it ended.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.measure;
