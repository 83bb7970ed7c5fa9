package dev.espalier.internal.rql;

import java.util.Objects;

/** A value that stands in the query, or is given with it. */
public sealed interface Value extends Term, Item, Formula {

    @Override
    int position();

    /**
     * {@code -1.5e3}.
     *
     * @param text as it was written, without a plus sign before it; a {@link java.math.BigDecimal} can be made of it
     */
    record NumberLiteral(int position, String text) implements Value {

        public NumberLiteral {
            Objects.requireNonNull(text);
        }
    }

    /**
     * {@code 'it''s'}.
     *
     * @param text what it means: {@code it's}
     */
    record TextLiteral(int position, String text) implements Value {

        public TextLiteral {
            Objects.requireNonNull(text);
        }
    }

    /** {@code TRUE} or {@code FALSE}. */
    record TruthLiteral(int position, boolean truth) implements Value {}

    /** {@code NULL}. */
    record NullLiteral(int position) implements Value {}

    /**
     * {@code :maker} or {@code ?}.
     *
     * @param name the name; for {@code ?} its number among all of them, the first in the text being {@code 1}
     */
    record Parameter(int position, String name) implements Value {

        public Parameter {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a parameter has a name");
            }
        }

        /** Whether it was written {@code ?}. */
        public boolean positional() {
            return Character.isDigit(name.charAt(0));
        }
    }
}
