package dev.espalier.bench;

/** The objects that the program holds when an operation begins. */
public enum State {
    /** Nothing. */
    COLD,
    /** The objects of the same operation before. */
    WARM
}
