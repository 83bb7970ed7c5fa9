package dev.espalier;

import dev.espalier.internal.schema.Schema;

/** Gives tests of inner packages what the public API keeps to itself. */
public final class DraftSchemas {

    private DraftSchemas() {}

    /** The tables of a model. */
    @SuppressWarnings("exports") // for tests of the same module
    public static Schema of(ModelDraft draft) {
        return draft.toModel().schema();
    }
}
