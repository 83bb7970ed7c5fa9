package dev.espalier;

import java.time.Duration;
import java.util.List;

/**
 * The progress of a migration.
 *
 * @param className the class of the objects
 * @param attributes the attributes that get their values
 * @param done the number of objects that are done
 * @param total the number of all objects
 * @param elapsed the time since the first of them
 */
public record MigrationProgress(String className, List<String> attributes, long done, long total, Duration elapsed) {

    /**
     * Creates the progress.
     *
     * @param className the class
     * @param attributes the attributes
     * @param done the objects that are done
     * @param total all objects
     * @param elapsed the time so far
     */
    public MigrationProgress {
        attributes = List.copyOf(attributes);
    }

    /**
     * Returns the number of objects per second so far.
     *
     * @return objects per second; 0 before the first are done
     */
    public double rate() {
        return elapsed.isZero() ? 0 : done / (elapsed.toNanos() / 1e9);
    }

    /**
     * Returns the time that the remaining objects take at the present rate.
     *
     * @return the time; zero before the first are done
     */
    public Duration remaining() {
        return rate() == 0 ? Duration.ZERO : Duration.ofMillis((long) (1000 * Math.max(0, total - done) / rate()));
    }
}
