/**
 * One HTML page for each result, which opens without a network.
 *
 * <p>In: a {@link dev.espalier.lab.result.RunResult}, and nothing else. Out: {@code report.html} with tables, charts, the published figures
 * beside ours, and what the figures do not say. For example {@code ReportPage.write(result, folder)}.
 */
package dev.espalier.lab.report;
