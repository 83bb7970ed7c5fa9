package dev.espalier.internal.model;

import dev.espalier.error.ErrorCode;
import dev.espalier.error.ModelException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All that is wrong with a model, to be reported in one go. */
final class Problems {

    private final Set<String> lines = new LinkedHashSet<>();
    private @Nullable ErrorCode firstCode;

    /** One more; the same line again counts once, as an inherited field is met in each subclass. */
    void add(ErrorCode code, String line) {
        if (firstCode == null) {
            firstCode = code;
        }
        lines.add(line);
    }

    /** Throws all of them, one line each, with the code of the first. */
    void throwIfAny() {
        if (firstCode != null) {
            throw new ModelException(firstCode, String.join("\n", lines));
        }
    }
}
