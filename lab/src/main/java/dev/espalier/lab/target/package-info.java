/**
 * The target of a run: an engine on this machine or at a JDBC URL, and one of its databases.
 *
 * <p>In: the name of an engine or a URL, a user and a password. Out: {@link dev.espalier.lab.target.Target}s, on which a
 * {@link dev.espalier.lab.target.TargetDatabase} is one database that can be created, measured and dropped. For example {@code sqlite} gives a folder of
 * files, {@code mysql} gives the server that {@code servers/mysql} runs and can restart, and {@code jdbc:postgresql://db.example/postgres}
 * gives a server that is only connected to.
 *
 * <p>A target does not know the workload. A password goes from here into driver properties and nowhere else.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.target;
