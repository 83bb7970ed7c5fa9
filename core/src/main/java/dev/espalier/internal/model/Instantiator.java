package dev.espalier.internal.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes objects of one persistent class: empty ones to be filled, or records from their components. */
sealed interface Instantiator {

    /** An object whose fields are still to be set. */
    record OfClass(ObjectFactory factory) implements Instantiator {}

    /**
     * A record.
     *
     * @param idAt the place of the id among the components, or -1
     * @param versionAt the place of the version among the components, or -1
     * @param attributeAt for each attribute of the class its place among the components
     * @param empty what goes to the constructor for components that are not kept
     */
    record OfRecord(RecordConstructor constructor, int idAt, int versionAt, int[] attributeAt, Object[] empty)
            implements Instantiator {

        Object construct(List<Attribute> attributes, Object[] values, long id, @Nullable Object version) {
            Object[] arguments = empty.clone();
            if (idAt >= 0) {
                arguments[idAt] = id;
            }
            if (versionAt >= 0) {
                arguments[versionAt] = version;
            }
            for (int i = 0; i < attributeAt.length; i++) {
                arguments[attributeAt[i]] = attributes.get(i).access().wrap(values[i]);
            }
            return constructor.construct(arguments);
        }
    }
}
