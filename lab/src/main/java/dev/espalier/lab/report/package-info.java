/**
 * One HTML page for each result, or for several loads together, which opens without a network.
 *
 * <p>In: a {@link dev.espalier.lab.result.RunResult}, a {@link dev.espalier.lab.result.TortureResult}, an
 * {@link dev.espalier.lab.result.EvolutionResult} or
 * {@link dev.espalier.lab.result.LoadResult}s, and nothing else. Out: {@code report.html} with tables, charts, the published figures beside
 * ours, and the limits of the figures. For example {@code LoadPage.write(List.of(a, b), folder)}: B is compared with A.
 *
 * <p>Each page has a script of its own; all share {@code page.js} and {@code report.css}.
 *
 * <p>The first element of a page shows how many of its charts were drawn, and its errors.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.report;
