/**
 * The pack {@code torture}: many threads want the same few objects, everything is checked, and the server may be killed meanwhile.
 *
 * <p>In: a {@link dev.espalier.lab.torture.TortureSpec} and a target. Out: a {@link dev.espalier.lab.torture.TortureResult}: what every
 * {@link dev.espalier.lab.torture.Check} has found, and how fast it went. The words are those of the field (Jepsen): a
 * {@link dev.espalier.lab.torture.Client} does {@link dev.espalier.lab.torture.Operation}s, a {@link dev.espalier.lab.torture.History}
 * holds what became of each, the {@link dev.espalier.lab.torture.Checker} compares it with the {@link dev.espalier.lab.torture.State}
 * that is found in the end.
 *
 * <p>Example: {@code new TortureLab(spec, target, home, out).run(line -> {})}.
 */
package dev.espalier.lab.torture;
