package dev.espalier.internal.lease;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Purposes of the rows in the table of bulk loads. */
public enum LoadPurpose {
    /** A bulk load, or an import into a database with objects. */
    LOAD,
    /** A bulk load that has dropped indexes, and builds all that are missing at its end. */
    INDEX,
    /** A copy or an import that fills a new database. Its rows are leases only, and have no ids of objects. */
    COPY;

    /** Returns the purpose of a row; null for one that no version writes. */
    static @Nullable LoadPurpose of(String word) {
        for (LoadPurpose purpose : values()) {
            if (purpose.word().equals(word)) {
                return purpose;
            }
        }
        return null;
    }

    /** Returns the value of the column. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
