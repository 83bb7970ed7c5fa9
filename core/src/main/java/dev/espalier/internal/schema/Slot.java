package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueType;
import java.util.List;

/** The columns, side by side in one table, that hold one field, component or member. */
public sealed interface Slot {

    /** The place of the first column in its table. */
    int at();

    /** How many columns. */
    int width();

    /** Those of its columns that hold ids of objects. */
    List<ReferenceSlot> references();

    /** A value's columns, the most significant first. */
    record ValueSlot(int at, ValueType type) implements Slot {
        public ValueSlot {
            requireNonNull(type);
        }

        @Override
        public int width() {
            return type.parts().size();
        }

        @Override
        public List<ReferenceSlot> references() {
            return List.of();
        }
    }

    /** The column with the id of an object of the declared class or below; null for none. */
    record ReferenceSlot(int at, PersistentClass target) implements Slot {
        public ReferenceSlot {
            requireNonNull(target);
        }

        @Override
        public int width() {
            return 1;
        }

        @Override
        public List<ReferenceSlot> references() {
            return List.of(this);
        }
    }

    /**
     * The columns of an embedded record.
     *
     * @param presence whether the first column is there only to say that there is a record, by true
     * @param witness the column that is null exactly if there is no record: the presence column, or a component that is never null
     * @param components one slot for each of the type's components, in order
     * @param references those of its columns that hold ids of objects
     */
    record EmbeddedSlot(
            int at,
            int width,
            EmbeddedType type,
            boolean presence,
            int witness,
            List<Slot> components,
            List<ReferenceSlot> references)
            implements Slot {
        public EmbeddedSlot {
            requireNonNull(type);
            components = List.copyOf(components);
            references = List.copyOf(references);
            if (witness < at || witness >= at + width) {
                throw new IllegalArgumentException(
                        type.name() + " has neither a presence column nor a component that is never null");
            }
        }

        public EmbeddedSlot(
                int at, int width, EmbeddedType type, boolean presence, int witness, List<Slot> components) {
            this(
                    at,
                    width,
                    type,
                    presence,
                    witness,
                    components,
                    components.stream()
                            .flatMap(component -> component.references().stream())
                            .toList());
        }
    }
}
