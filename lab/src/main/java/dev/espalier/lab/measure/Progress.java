package dev.espalier.lab.measure;

/** A listener to the progress of a database: called often, by one thread; it must return fast. */
@FunctionalInterface
public interface Progress {

    /**
     * Reports the progress.
     *
     * @param stage what is done now, in one or two words
     * @param part how much of the database's work is done, from 0 to 1
     */
    void at(String stage, double part);
}
