package dev.espalier.lab.workload;

import java.util.UUID;

/** The operations of a connection for the pack {@code uuid-set}. */
public interface UuidSession extends Session {

    /** The result of a lookup. */
    enum Found {
        /** The set has it. */
        YES,
        /** The set has it not. */
        NO,
        /** The target holds no set. */
        UNKNOWN;

        /**
         * Returns the answer of a set.
         *
         * @param there whether it has the key
         * @return {@link #YES} or {@link #NO}
         */
        public static Found of(boolean there) {
            return there ? YES : NO;
        }
    }

    /**
     * Looks a key up.
     *
     * @param key of 128 bits
     * @return whether the set has it
     * @throws Exception whatever the target's driver throws
     */
    Found contains(UUID key) throws Exception;
}
