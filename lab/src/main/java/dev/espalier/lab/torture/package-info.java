/**
 * The pack {@code torture}: many threads change the same few objects, servers are killed, connections are cut, and everything is checked.
 *
 * <p>In: a {@link dev.espalier.lab.spec.TortureSpec} and a target. Out: a {@link dev.espalier.lab.result.TortureResult}: the result of
 * every {@link dev.espalier.lab.result.Check}, and the throughput. The terms are those of Jepsen: a
 * {@link dev.espalier.lab.torture.Client} performs {@link dev.espalier.lab.torture.Operation}s, an {@link dev.espalier.lab.torture.Event} has
 * the outcome of each, the {@link dev.espalier.lab.torture.Checker} compares them with the {@link dev.espalier.lab.torture.State} at
 * the end.
 *
 * <p>Example: {@code new TortureLab(spec, target, home, out).run(line -> {})}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.torture;
