/**
 * The protocol between a leader and the agents on other load machines: one TCP connection for each agent. Both first prove that they know the
 * same secret.
 *
 * <p>In: {@link dev.espalier.lab.agent.Agents}, which are addresses and a {@link dev.espalier.lab.agent.Secret}. Out: a
 * {@link dev.espalier.lab.agent.Channel} of {@link dev.espalier.lab.agent.Message}s that nobody can forge, repeat or leave out unnoticed. For
 * example a leader sends {@code Run(0, 3, 8)}, the agent connects to the target and answers {@code Ready}, the leader sends
 * {@code Start(nanoTime)}, in the agent's own clock, and the agent ends with {@code Ran(run)}.
 *
 * <p>Messages are signed, not encrypted. They contain no password: each agent has its own.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.agent;
