package dev.espalier.restore;

import dev.espalier.model.Attribute;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The saved state of one object: the values of its fields, and the contents of its collections, maps, arrays and dates. It includes fields that
 * are not persistent. A final field, and a component of a record, keeps its value; only the contents of that value are restored.
 */
final class ObjectState {

    private final Object object;
    private final List<FieldAccess> fields;
    private final @Nullable Object[] values;
    private final List<Contents> contents = new ArrayList<>(0);

    /** @param model its persistent classes have states of their own and are not entered */
    ObjectState(Object object, ObjectModel model) {
        this.object = object;
        this.fields = model.hasJavaClasses() ? FieldAccess.of(object.getClass()) : FieldAccess.of(model.classOf(object));
        this.values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = fields.get(i).get(object);
            Contents.save(values[i], model, contents::add);
        }
    }

    /** Restores the fields, lists, arrays and dates. */
    void restoreFields() {
        for (int i = 0; i < values.length; i++) {
            fields.get(i).set(object, values[i]);
        }
        contents.stream().filter(saved -> !saved.isHashed()).forEach(Contents::tryRestore);
    }

    /** Restores sets and maps. All objects must have their fields back before, because hash codes may depend on any of them. */
    void restoreHashed() {
        contents.stream().filter(Contents::isHashed).forEach(Contents::tryRestore);
    }

    /** Restores sets and maps once more that were emptied when a view of them was restored. */
    void restoreEmptied() {
        contents.stream().filter(saved -> saved.isHashed() && !saved.isRestoredOrGone()).forEach(Contents::tryRestore);
    }

    /** The persistent field whose collection could not be restored. */
    Optional<Attribute> notRestored(PersistentClass type) {
        return IntStream.range(0, values.length)
                .filter(i -> contents.stream().anyMatch(saved -> saved.container() == values[i] && !saved.isRestoredOrGone()))
                .mapToObj(i -> type.attribute(fields.get(i).name()))
                .filter(Objects::nonNull)
                .findFirst();
    }
}
