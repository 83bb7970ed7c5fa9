package dev.espalier.internal.catalog.tables;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The states of the catalog's rows. */
public enum State {
    /** The rows describe the database as it is. */
    NOW,
    /** An opening has announced the rows, and makes the tables. Only engines that do not make tables in transactions have them. */
    NEXT,
    /** A copy or an import fills the tables of the rows. They become {@link #NOW} when all objects are there. */
    COPY,
    /** A finish has still to drop the subjects of the rows. The other rows do not name them any more. */
    DROP;

    /** Returns the state of a row; null for one that no version writes. */
    static @Nullable State of(String word) {
        for (State state : values()) {
            if (state.word().equals(word)) {
                return state;
            }
        }
        return null;
    }

    /** Returns the value of the state column. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
