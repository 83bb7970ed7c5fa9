package dev.espalier.internal.write;

import dev.espalier.internal.graph.LoadContext;

/** Takes in the objects of one answer. For one thread. */
public interface Received extends LoadContext {

    /** To be called when the answer is complete. */
    void complete();
}
