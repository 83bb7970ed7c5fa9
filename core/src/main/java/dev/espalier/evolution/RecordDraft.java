package dev.espalier.evolution;

import dev.espalier.internal.Arguments;
import java.util.List;
import java.util.Objects;

/**
 * A record without identity in a {@link ModelDraft}. Its components are kept in columns of their owner. Immutable.
 *
 * @param name its name, unique in the model
 * @param simpleName its simple name in Java, which several records of a model may have
 * @param components its components: values, records and references, no collections
 */
public record RecordDraft(String name, String simpleName, List<AttributeDraft> components) {

    /**
     * Makes a record.
     *
     * @param name its name
     * @param simpleName its simple name in Java
     * @param components its components
     */
    public RecordDraft {
        Objects.requireNonNull(name);
        Objects.requireNonNull(simpleName);
        components = Arguments.copy("components", components, "an attribute");
    }

    /**
     * Makes a record.
     *
     * @param name its name, also in Java
     * @param components its components
     * @return the record
     */
    public static RecordDraft of(String name, AttributeDraft... components) {
        return new RecordDraft(name, name, List.of(Arguments.members("components", components, "an attribute")));
    }

    /**
     * Returns the record with other components.
     *
     * @param others its components
     * @return the changed record
     */
    public RecordDraft withComponents(List<AttributeDraft> others) {
        return new RecordDraft(name, simpleName, others);
    }
}
