package dev.espalier.console;

import com.fasterxml.jackson.databind.node.ArrayNode;

/** Somebody else has changed or deleted objects of a change set since they were read. Nothing of it was stored. */
final class ConflictException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient ArrayNode conflicts;

    /** @param conflicts for each of these objects its place in the change set, and what is stored now */
    ConflictException(ArrayNode conflicts) {
        super("changed by someone else since it was read: " + conflicts.size()
                + (conflicts.size() == 1 ? " object" : " objects") + "; nothing was stored");
        this.conflicts = conflicts;
    }

    ArrayNode conflicts() {
        return conflicts;
    }
}
