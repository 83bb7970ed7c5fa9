package dev.espalier.evolution;

import dev.espalier.internal.Arguments;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An enum in a {@link ModelDraft}. Immutable.
 *
 * @param name its name, unique in the model
 * @param javaName its full name in Java; its name if no program has such an enum
 * @param constants the names of its constants, in their order
 * @param formerNames the former names of renamed constants, by their names; the name itself says that the constant is new, and no other one renamed
 */
public record EnumDraft(String name, String javaName, List<String> constants, Map<String, String> formerNames) {

    /**
     * Makes an enum.
     *
     * @param name its name
     * @param javaName its full name in Java
     * @param constants its constants, in their order
     * @param formerNames the former names of renamed constants
     */
    public EnumDraft {
        Objects.requireNonNull(name);
        Objects.requireNonNull(javaName);
        constants = Arguments.copy("constants", constants, "a name");
        formerNames = Collections.unmodifiableMap(
                new LinkedHashMap<>(Arguments.entries("formerNames", formerNames, "a name")));
    }

    /**
     * Makes an enum.
     *
     * @param name its name
     * @param constants its constants, in their order
     * @return the enum
     */
    public static EnumDraft of(String name, String... constants) {
        return new EnumDraft(name, name, List.of(Arguments.members("constants", constants, "a name")), Map.of());
    }
}
