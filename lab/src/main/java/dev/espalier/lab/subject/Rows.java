package dev.espalier.lab.subject;

/** The rows of one table for one block, one after the other. Every column of the model is a whole number. */
interface Rows {

    /**
     * Fills in the next row.
     *
     * @param row one place for each column
     * @return false, with the row untouched, after the last
     */
    boolean next(long[] row);
}
