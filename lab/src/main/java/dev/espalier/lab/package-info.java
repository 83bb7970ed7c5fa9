/**
 * The lab: measures Espalier, and the databases under it, so that the figures can be trusted and had again.
 *
 * <p>Packages in reading order, each importing only those before it: {@code spec} (a run as data), {@code workload} (what is done),
 * {@code target} (where), {@code subject} (by whom), {@code measure} (how), {@code result} (one JSON file for each run), {@code report}
 * (one HTML page). After them stand {@code isolation} (what a history of transactions shows) and {@code torture}, a pack that checks
 * more than it measures. In: an
 * {@link dev.espalier.lab.spec.ObjectsSpec}. Out: a {@link dev.espalier.lab.result.RunResult} in a folder, with a page beside it. For example {@code new ObjectsLab(spec, target, home, out).run(listener)}.
 */
package dev.espalier.lab;
