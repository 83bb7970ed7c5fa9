package dev.espalier.promises;

/**
 * What a program knows of a Java object.
 *
 * @param row null for a new object
 * @param version the version of the row that the object was read from or written as; {@link #UNKNOWN} for a copy
 * @param base the row's content then; null if that is not known
 */
record Knowledge(Row row, int version, Content base) {

    static final int UNKNOWN = -1;
    static final Knowledge NEW = new Knowledge(null, UNKNOWN, null);

    static Knowledge unknown(Row row) {
        return new Knowledge(row, UNKNOWN, null);
    }

    static Knowledge of(Row row, int version) {
        return new Knowledge(row, version, row.content(version));
    }

    boolean isNew() {
        return row == null;
    }

    boolean isUnknown() {
        return row != null && version == UNKNOWN;
    }
}
