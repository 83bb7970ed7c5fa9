package dev.espalier.internal.jdbc;

/** Receives the number of rows that a statement has changed. */
@FunctionalInterface
public interface RowCount {

    /** Of no interest. */
    RowCount ANY = rows -> {};

    /** May throw what a wrong number means. */
    void changed(int rows);
}
