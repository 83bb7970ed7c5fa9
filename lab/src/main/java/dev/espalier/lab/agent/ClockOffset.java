package dev.espalier.lab.agent;

import java.time.Duration;
import java.time.Instant;

/**
 * The offset between an agent's clock and the leader's, from the fastest of several answers (Cristian, "Probabilistic clock
 * synchronization", 1989): the answer is assumed to be sent in the middle of the round trip, so the error is at most half of it.
 *
 * @param nanos by how much its {@link System#nanoTime} is ahead; their origins have nothing to do with each other
 * @param wallMillis by how much its wall clock is ahead
 * @param roundTripNanos of that question
 */
public record ClockOffset(long nanos, double wallMillis, long roundTripNanos) {

    private static final double MILLI = 1e6;

    /**
     * Returns the offset from one answer.
     *
     * @param asked time of the leader
     * @param answered time of the leader
     * @param clocks what the agent said in between
     * @param wallAsked the leader's wall clock when it asked
     * @return the offset
     */
    public static ClockOffset of(long asked, long answered, Message.Clocks clocks, Instant wallAsked) {
        long half = (answered - asked) / 2;
        Duration ahead = Duration.between(wallAsked.plusNanos(half), Instant.parse(clocks.wall()));
        return new ClockOffset(clocks.nanoTime() - asked - half, ahead.toNanos() / MILLI, answered - asked);
    }
}
