package dev.espalier.lab.measure;

import org.jspecify.annotations.Nullable;

/** A listener to the seconds of a run, called one or two seconds later by one thread; it must return fast. */
@FunctionalInterface
public interface SecondWatcher {

    /** Looks away. */
    SecondWatcher NONE = (second, resources) -> {};

    /**
     * A second is complete.
     *
     * @param second what happened in it
     * @param resources the machine's latest second; null if nothing is known
     */
    void second(SecondFigures second, @Nullable ResourceSample resources);
}
