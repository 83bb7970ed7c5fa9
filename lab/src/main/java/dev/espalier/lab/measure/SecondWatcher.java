package dev.espalier.lab.measure;

/** Is told of every second of a run when it is complete, one or two seconds later; by one thread, and must return fast. */
@FunctionalInterface
public interface SecondWatcher {

    /** Looks away. */
    SecondWatcher NONE = (second, resources) -> { };

    /**
     * A second is complete.
     *
     * @param second what happened in it
     * @param resources the machine's latest second; null where nothing is known
     */
    void second(SecondFigures second, ResourceSample resources);
}
