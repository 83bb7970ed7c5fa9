package dev.espalier.internal.model;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The Optionals around a field's value, taken off and put on. */
enum Wrapping {
    NONE {
        @Override
        @Nullable
        Object wrap(@Nullable Object value) {
            return value;
        }

        @Override
        @Nullable
        Object unwrap(@Nullable Object held) {
            return held;
        }
    },
    OPTIONAL {
        @Override
        @Nullable
        Object wrap(@Nullable Object value) {
            return Optional.ofNullable(value);
        }

        @Override
        @Nullable
        Object unwrap(@Nullable Object held) {
            return held == null ? null : ((Optional<?>) held).orElse(null);
        }
    },
    OPTIONAL_INT {
        @Override
        @Nullable
        Object wrap(@Nullable Object value) {
            return value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
        }

        @Override
        @Nullable
        Object unwrap(@Nullable Object held) {
            return held instanceof OptionalInt optional && optional.isPresent() ? optional.getAsInt() : null;
        }
    },
    OPTIONAL_LONG {
        @Override
        @Nullable
        Object wrap(@Nullable Object value) {
            return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
        }

        @Override
        @Nullable
        Object unwrap(@Nullable Object held) {
            return held instanceof OptionalLong optional && optional.isPresent() ? optional.getAsLong() : null;
        }
    },
    OPTIONAL_DOUBLE {
        @Override
        @Nullable
        Object wrap(@Nullable Object value) {
            return value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
        }

        @Override
        @Nullable
        Object unwrap(@Nullable Object held) {
            return held instanceof OptionalDouble optional && optional.isPresent() ? optional.getAsDouble() : null;
        }
    };

    static Wrapping of(Class<?> fieldType) {
        if (fieldType == Optional.class) {
            return OPTIONAL;
        }
        if (fieldType == OptionalInt.class) {
            return OPTIONAL_INT;
        }
        if (fieldType == OptionalLong.class) {
            return OPTIONAL_LONG;
        }
        return fieldType == OptionalDouble.class ? OPTIONAL_DOUBLE : NONE;
    }

    /** The field's content for a value, which may be null. */
    abstract @Nullable Object wrap(@Nullable Object value);

    /** The value, or null, from the field's content, which may be null too. */
    abstract @Nullable Object unwrap(@Nullable Object held);
}
