package dev.espalier.model;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The Optionals around a field's value, taken off and put on. */
enum Wrapping {
    NONE {
        @Override
        Object wrap(Object value) {
            return value;
        }

        @Override
        Object unwrap(Object held) {
            return held;
        }
    },
    OPTIONAL {
        @Override
        Object wrap(Object value) {
            return Optional.ofNullable(value);
        }

        @Override
        Object unwrap(Object held) {
            return held == null ? null : ((Optional<?>) held).orElse(null);
        }
    },
    OPTIONAL_INT {
        @Override
        Object wrap(Object value) {
            return value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
        }

        @Override
        Object unwrap(Object held) {
            return held instanceof OptionalInt optional && optional.isPresent() ? optional.getAsInt() : null;
        }
    },
    OPTIONAL_LONG {
        @Override
        Object wrap(Object value) {
            return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
        }

        @Override
        Object unwrap(Object held) {
            return held instanceof OptionalLong optional && optional.isPresent() ? optional.getAsLong() : null;
        }
    },
    OPTIONAL_DOUBLE {
        @Override
        Object wrap(Object value) {
            return value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
        }

        @Override
        Object unwrap(Object held) {
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
    abstract Object wrap(Object value);

    /** The value, or null, from the field's content, which may be null too. */
    abstract Object unwrap(Object held);
}
