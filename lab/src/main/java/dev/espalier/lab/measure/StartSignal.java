package dev.espalier.lab.measure;

import dev.espalier.lab.load.Clock;

/** The start time of a run, requested once, when all its connections are open and their threads wait. */
@FunctionalInterface
public interface StartSignal {

    /** Starts when all threads had time to hear of it. */
    StartSignal SOON = clock -> clock.nanoTime() + 50_000_000;

    /**
     * May wait for others that have not yet connected.
     *
     * @param clock of the run
     * @return the time of this clock at which the first operations should start
     */
    long startNanos(Clock clock);
}
