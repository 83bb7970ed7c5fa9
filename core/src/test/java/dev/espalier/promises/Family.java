package dev.espalier.promises;

import java.util.List;
import java.util.Random;

/** Schedules of one kind. */
interface Family {

    /** Draws a schedule. */
    List<Step> steps(Random random);

    /**
     * Runs a schedule from an empty database.
     *
     * @throws Broken if a promise does not hold
     */
    void run(List<Step> steps);
}
