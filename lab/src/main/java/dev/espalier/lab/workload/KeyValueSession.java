package dev.espalier.lab.workload;

/** The operations of a connection for the pack {@code key-value}. */
public interface KeyValueSession extends Session {

    /** The answer of a target without rows. */
    long ROWS_UNKNOWN = Long.MIN_VALUE;

    /**
     * Reads rows by their ids.
     *
     * @param ids of rows that are there, each once
     * @return the sum of the rows' {@link KeyValueRows#checksum checksums}, made of the values that came, or {@link #ROWS_UNKNOWN}
     * @throws Exception whatever the target's driver throws
     */
    long read(long[] ids) throws Exception;
}
