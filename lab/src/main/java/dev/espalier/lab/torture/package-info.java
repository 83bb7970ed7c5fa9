/**
 * The pack {@code torture}: many threads want the same few objects, everything is checked, and the server may be killed meanwhile.
 *
 * <p>In: a {@link dev.espalier.lab.spec.TortureSpec} and a target. Out: a {@link dev.espalier.lab.result.TortureResult}: what every
 * {@link dev.espalier.lab.result.Check} has found, and how fast it went. The words are those of the field (Jepsen): a
 * {@link dev.espalier.lab.torture.Client} does {@link dev.espalier.lab.torture.Operation}s, an {@link dev.espalier.lab.torture.Event} says
 * what became of each, the {@link dev.espalier.lab.torture.Checker} compares them with the {@link dev.espalier.lab.torture.State} that is
 * found in the end.
 *
 * <p>Example: {@code new TortureLab(spec, target, home, out).run(line -> {})}.
 */
package dev.espalier.lab.torture;
