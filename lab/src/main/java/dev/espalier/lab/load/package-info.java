/**
 * Executes a workload: many connections, each with a thread and a stream of operations of its own, in a closed or an open loop.
 *
 * <p>In: a {@link dev.espalier.lab.workload.Workload}, a {@link dev.espalier.lab.target.SessionSource}, a
 * {@link dev.espalier.lab.spec.LoadSpec}. Out: every attempt and every finished operation, reported to a {@link
 * dev.espalier.lab.load.Listener} with three times: the intended start, the actual start, the end. For example at a rate of 1,000 on 10
 * connections each connection should start an operation every 10 ms; if one takes 1 s, the next 99 start late, and their response times
 * include the delay.
 *
 * <p>An operation that has started is never cancelled. An operation that could not start before the end is backlog: it is counted, not
 * dropped.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.load;
