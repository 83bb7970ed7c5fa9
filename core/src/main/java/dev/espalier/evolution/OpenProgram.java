package dev.espalier.evolution;

import java.time.Duration;
import java.time.Instant;

/**
 * A program that has a database open. It renews its lease every 20 seconds.
 *
 * @param name the main class or jar of the program
 * @param host the computer on which it runs
 * @param process the process id there
 * @param opened the time of opening, by the clock of the database server
 * @param lease the time until the lease ends; after it, the program no longer counts as open
 */
public record OpenProgram(String name, String host, long process, Instant opened, Duration lease) {

    /** Returns the program as text of one line. */
    @Override
    public String toString() {
        return name + "  process " + process + " on " + host + ", open since " + opened + ", lease ends in "
                + (lease.toMillis() + 999) / 1_000 + " s";
    }
}
