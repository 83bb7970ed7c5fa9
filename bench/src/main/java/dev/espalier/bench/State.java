package dev.espalier.bench;

/** What the program holds when an operation begins. */
public enum State {
    /** Nothing. */
    COLD,
    /** The objects of the same operation before. */
    WARM
}
