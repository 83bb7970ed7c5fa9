/**
 * Doing a workload: many connections, each with a thread and a stream of operations of its own, in a closed or an open loop.
 *
 * <p>In: a {@link dev.espalier.lab.workload.Workload}, a {@link dev.espalier.lab.target.SessionSource}, a
 * {@link dev.espalier.lab.spec.LoadSpec}. Out: every attempt and every ended operation, told to a {@link dev.espalier.lab.load.Listener}
 * with three times: when the operation should have started, when it did, when it ended. For example at a rate of 1,000 on 10
 * connections each connection should start an operation every 10 ms; where one takes 1 s, the 99 behind it start late, and their
 * response times say so.
 *
 * <p>An operation that has started is never cancelled. One that should have started and did not before the end is backlog: counted, not
 * dropped.
 */
package dev.espalier.lab.load;
