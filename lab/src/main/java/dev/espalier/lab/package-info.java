/**
 * The lab: measures Espalier, and the databases under it, with figures that can be trusted and repeated.
 *
 * <p>Packages in reading order, each importing only those before it: {@code spec} (a run as data), {@code workload} (the operations),
 * {@code target} (the database), {@code subject} (the implementations), {@code load} (connections and timing), {@code measure}, {@code result}
 * (one JSON file for each run), {@code report} (one HTML page). They are followed by {@code isolation} (checks histories of transactions),
 * {@code torture}, a pack that checks more than it measures, and {@code everyday}, a pack of small operations. In: a specification. Out: a {@link dev.espalier.lab.result.Result} in a folder.
 * There are two kinds of packs: {@link dev.espalier.lab.ObjectsLab} runs {@code objects}, one piece of work; {@link
 * dev.espalier.lab.LoadLab} runs the others, which consist of operations. For example {@code new LoadLab(spec, targets, out).run("", Password.NONE, watcher)}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab;
