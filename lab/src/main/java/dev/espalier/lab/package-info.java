/**
 * The lab: measures Espalier, and the databases under it, so that the figures can be trusted and had again.
 *
 * <p>Packages in reading order, each importing only those before it: {@code spec} (a run as data), {@code workload} (what is done),
 * {@code target} (where), {@code subject} (by whom), {@code load} (how often and when), {@code measure} (how), {@code result} (one JSON
 * file for each run), {@code report} (one HTML page). After them stand {@code isolation} (what a history of transactions
 * shows) and {@code torture}, a pack that checks more than it measures. In: a specification. Out: a {@link dev.espalier.lab.result.Result} in a folder. Two kinds of packs measure: {@code objects} is one piece of
 * work, done by {@link dev.espalier.lab.ObjectsLab}; the others load a target with operations, which
 * {@link dev.espalier.lab.LoadLab} does. For example {@code new LoadLab(spec, targets, out).run("", Password.NONE, watcher)}.
 */
package dev.espalier.lab;
