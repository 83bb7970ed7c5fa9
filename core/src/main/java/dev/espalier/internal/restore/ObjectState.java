package dev.espalier.internal.restore;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The saved state of one object: the values of its fields, and the contents of its collections, maps, arrays and dates. It includes fields that
 * are not persistent. A final field, and a component of a record, keeps its value; only the contents of that value are restored.
 */
final class ObjectState {

    /** Classes of values that are equal only if the same is stored for them. */
    private static final Set<Class<?>> IMMUTABLE = Set.of(
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            String.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            Instant.class);

    private final Object object;
    private final List<FieldAccess> fields;
    private final @Nullable Object[] values;
    private final List<Contents> contents = new ArrayList<>(0);

    /** @param model its persistent classes have states of their own and are not entered */
    ObjectState(Object object, ObjectModel model) {
        this.object = object;
        this.fields = model.hasJavaClasses()
                ? FieldAccess.of(object.getClass())
                : FieldAccess.of(requireNonNull(model.classOf(object)));
        this.values = new Object[fields.size()];
        Consumer<Contents> saved = contents::add;
        for (int i = 0; i < values.length; i++) {
            values[i] = fields.get(i).get(object);
            Contents.save(values[i], model, saved);
        }
    }

    /** Whether exactly one field has that name, and has the saved value, which cannot have changed in place. */
    boolean isUnchanged(String name) {
        int found = -1;
        for (int i = 0; i < values.length; i++) {
            if (fields.get(i).name().equals(name)) {
                if (found >= 0) {
                    return false;
                }
                found = i;
            }
        }
        return found >= 0
                && isImmutable(values[found])
                && Objects.equals(values[found], fields.get(found).get(object));
    }

    /** Whether the value is of a class whose values cannot change. */
    static boolean isImmutable(@Nullable Object value) {
        return value == null || value instanceof Enum || IMMUTABLE.contains(value.getClass());
    }

    /** Restores the fields, lists, arrays and dates. */
    void restoreFields() {
        for (int i = 0; i < values.length; i++) {
            fields.get(i).set(object, values[i]);
        }
        contents.stream().filter(saved -> !saved.isHashed()).forEach(Contents::tryRestore);
    }

    /** The sets and maps. All objects must have their fields back before these are restored, because hash codes may depend on any of them. */
    Stream<Contents> keyed() {
        return contents.stream().filter(Contents::isHashed);
    }

    /** The persistent field whose collection could not be restored. */
    Optional<Attribute> notRestored(PersistentClass type) {
        return IntStream.range(0, values.length)
                .filter(i -> contents.stream()
                        .anyMatch(saved -> saved.container() == values[i] && !saved.isRestoredOrGone()))
                .mapToObj(i -> type.attribute(fields.get(i).name()))
                .filter(Objects::nonNull)
                .findFirst();
    }
}
