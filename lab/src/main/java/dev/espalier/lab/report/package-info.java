/**
 * One HTML page for each result, or for several loads together, which opens without a network.
 *
 * <p>In: a {@link dev.espalier.lab.result.RunResult}, a {@link dev.espalier.lab.result.TortureResult} or
 * {@link dev.espalier.lab.result.LoadResult}s, and nothing else. Out: {@code report.html} with tables, charts, the published figures beside
 * ours, and what the figures do not say. For example {@code LoadPage.write(List.of(a, b), folder)}: B is compared with A.
 *
 * <p>A page is a frame of HTML with a script of its own; {@code page.js} and {@code report.css} are what all are made of.
 *
 * <p>A page says in its first element how many of its charts have drawn, and what went wrong while it was made.
 */
package dev.espalier.lab.report;
