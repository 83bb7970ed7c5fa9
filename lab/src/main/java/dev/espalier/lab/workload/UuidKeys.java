package dev.espalier.lab.workload;

import java.util.UUID;

/**
 * The members of the set, and keys that are none: random UUIDs of version 4, a pure function of seed and number.
 *
 * @param size of the set
 * @param seed of the keys
 */
public record UuidKeys(int size, long seed) {

    private static final long VERSION_MASK = 0xFFFF_FFFF_FFFF_0FFFL;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long VARIANT_IETF = 0x8000_0000_0000_0000L;

    /**
     * Returns a key.
     *
     * @param number less than {@link #size} for a member, else for a key that is none
     * @return the same key whenever it is asked for
     */
    public UUID key(long number) {
        RandomStream random = new RandomStream(seed, number);
        return new UUID(random.nextLong() & VERSION_MASK | VERSION_4, random.nextLong() & VARIANT_MASK | VARIANT_IETF);
    }
}
