package dev.espalier.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.annotation.InverseOf;
import dev.espalier.naive.Objects;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Relations with two sides among some objects: what each inverse has to hold, found by looking at every reference. */
final class TwoSides {

    private final Collection<?> objects;

    TwoSides(Collection<?> objects) {
        this.objects = objects;
    }

    static boolean isInverse(Field field) {
        return field.isAnnotationPresent(InverseOf.class);
    }

    /** Makes a reference null if another object has the same one and the other side holds one object. */
    void makeUnique() {
        Map<Field, Set<Object>> taken = new HashMap<>();
        for (Object object : objects) {
            for (Field reference : Objects.fields(object.getClass())) {
                Object target = target(reference, object);
                boolean isUnique = target != null
                        && Objects.fields(target.getClass()).stream()
                                .anyMatch(inverse -> isOf(inverse, object, reference) && !isMany(inverse));
                if (isUnique
                        && !taken.computeIfAbsent(reference, none -> Collections.newSetFromMap(new IdentityHashMap<>()))
                                .add(target)) {
                    set(reference, object, reference.getType() == Optional.class ? Optional.empty() : null);
                }
            }
        }
    }

    /** Checks that each inverse holds the objects that refer to its owner, a list in the order of their ids. */
    void check(ToLongFunction<Object> ids) {
        for (Object owner : objects) {
            for (Field inverse : Objects.fields(owner.getClass())) {
                if (isInverse(inverse)) {
                    List<Long> expected = referrers(owner, inverse).stream()
                            .map(ids::applyAsLong)
                            .sorted()
                            .toList();
                    assertThat(held(inverse, owner).stream()
                                    .map(ids::applyAsLong)
                                    .toList())
                            .as("%s of %s", inverse, owner)
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static Collection<?> held(Field inverse, Object owner) {
        Object held = Objects.get(inverse, owner);
        return held instanceof Collection<?> members
                ? members
                : held instanceof Optional<?> one ? one.stream().toList() : held == null ? List.of() : List.of(held);
    }

    private List<?> referrers(Object owner, Field inverse) {
        return objects.stream()
                .filter(object -> Objects.fields(object.getClass()).stream()
                        .anyMatch(reference -> isOf(inverse, object, reference) && target(reference, object) == owner))
                .toList();
    }

    private static boolean isOf(Field inverse, Object object, Field reference) {
        return isInverse(inverse)
                && inverse.getAnnotation(InverseOf.class).value().equals(reference.getName())
                && memberClass(inverse).isInstance(object);
    }

    private static boolean isMany(Field inverse) {
        return Collection.class.isAssignableFrom(inverse.getType());
    }

    private static Class<?> memberClass(Field inverse) {
        return inverse.getGenericType() instanceof ParameterizedType type
                ? (Class<?>) type.getActualTypeArguments()[0]
                : inverse.getType();
    }

    private static Object target(Field reference, Object object) {
        if (isInverse(reference) || isMany(reference)) {
            return null;
        }
        Object value = Objects.get(reference, object);
        Object content = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        return content != null && Objects.isStructure(content.getClass()) ? content : null;
    }

    private static void set(Field field, Object object, Object value) {
        try {
            field.set(object, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
