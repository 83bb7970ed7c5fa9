package dev.espalier.dialect;

/** The fastest way an engine offers to take in many rows. */
public enum BulkRoad {
    /** {@code LOAD DATA LOCAL INFILE} from a stream. */
    LOAD_DATA,
    /** {@code COPY ... FROM STDIN}. */
    COPY,
    /** Statements that insert many rows each. */
    MULTI_ROW_INSERT
}
