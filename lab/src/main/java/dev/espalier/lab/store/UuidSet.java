package dev.espalier.lab.store;

import dev.espalier.lab.spec.SetHome;
import dev.espalier.lab.workload.RandomStream;
import dev.espalier.lab.workload.UuidKeys;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** A set of UUIDs in this process: the cost of a lookup without any other process. Immutable and thread-safe. */
sealed interface UuidSet {

    boolean contains(UUID key);

    long sizeBytes();

    /** Makes the set. */
    static UuidSet of(SetHome home, UuidKeys keys) {
        return switch (home) {
            case HASH_SET -> Hashed.of(keys);
            case SORTED_ARRAY -> new Sorted(sorted(keys));
            case SORTED_OFF_HEAP -> SortedOffHeap.of(sorted(keys));
            case OPEN_ADDRESSING -> OpenAddressing.of(keys);
        };
    }

    /** Pairs of longs, the most significant bits first, in the order of {@link UUID#compareTo}. */
    private static long[] sorted(UuidKeys keys) {
        UUID[] all = new UUID[keys.size()];
        Arrays.setAll(all, keys::key);
        Arrays.parallelSort(all);
        long[] pairs = new long[2 * all.length];
        for (int index = 0; index < all.length; index++) {
            pairs[2 * index] = all[index].getMostSignificantBits();
            pairs[2 * index + 1] = all[index].getLeastSignificantBits();
        }
        return pairs;
    }

    /** The one of the JDK; its size is by how much the used part of the heap has grown. */
    record Hashed(Set<UUID> keys, long sizeBytes) implements UuidSet {

        static Hashed of(UuidKeys keys) {
            long before = usedHeap();
            Set<UUID> set = new HashSet<>();
            for (int number = 0; number < keys.size(); number++) {
                set.add(keys.key(number));
            }
            // Less than the bits themselves it cannot be: something else has gone meanwhile.
            return new Hashed(set, Math.max(2L * Long.BYTES * keys.size(), usedHeap() - before));
        }

        private static long usedHeap() {
            System.gc();
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }

        @Override
        public boolean contains(UUID key) {
            return keys.contains(key);
        }
    }

    /** Binary search. */
    record Sorted(long[] pairs) implements UuidSet {

        @Override
        public boolean contains(UUID key) {
            int low = 0;
            int high = pairs.length / 2 - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = Long.compare(pairs[2 * middle], key.getMostSignificantBits());
                if (order == 0) {
                    order = Long.compare(pairs[2 * middle + 1], key.getLeastSignificantBits());
                }
                if (order == 0) {
                    return true;
                }
                low = order < 0 ? middle + 1 : low;
                high = order > 0 ? middle - 1 : high;
            }
            return false;
        }

        @Override
        public long sizeBytes() {
            return (long) pairs.length * Long.BYTES;
        }
    }

    /** Binary search in memory that the garbage collector does not know. */
    record SortedOffHeap(LongBuffer pairs) implements UuidSet {

        static SortedOffHeap of(long[] sorted) {
            LongBuffer buffer =
                    ByteBuffer.allocateDirect(sorted.length * Long.BYTES).asLongBuffer();
            buffer.put(sorted).flip();
            return new SortedOffHeap(buffer);
        }

        @Override
        public boolean contains(UUID key) {
            int low = 0;
            int high = pairs.limit() / 2 - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = Long.compare(pairs.get(2 * middle), key.getMostSignificantBits());
                if (order == 0) {
                    order = Long.compare(pairs.get(2 * middle + 1), key.getLeastSignificantBits());
                }
                if (order == 0) {
                    return true;
                }
                low = order < 0 ? middle + 1 : low;
                high = order > 0 ? middle - 1 : high;
            }
            return false;
        }

        @Override
        public long sizeBytes() {
            return (long) pairs.limit() * Long.BYTES;
        }
    }

    /** A table of pairs, at most half full; a pair of zeros is a free place, which no UUID of version 4 is. */
    record OpenAddressing(long[] pairs, int mask) implements UuidSet {

        static OpenAddressing of(UuidKeys keys) {
            int places = Integer.highestOneBit(Math.max(2, keys.size() * 2 - 1)) * 2;
            OpenAddressing set = new OpenAddressing(new long[2 * places], places - 1);
            for (int number = 0; number < keys.size(); number++) {
                UUID key = keys.key(number);
                int place = set.place(key);
                set.pairs[2 * place] = key.getMostSignificantBits();
                set.pairs[2 * place + 1] = key.getLeastSignificantBits();
            }
            return set;
        }

        /** Returns the index of the key, or the free index where it would be. */
        private int place(UUID key) {
            long most = key.getMostSignificantBits();
            long least = key.getLeastSignificantBits();
            int place = (int) RandomStream.mix(most ^ least) & mask;
            while (pairs[2 * place + 1] != 0 && (pairs[2 * place] != most || pairs[2 * place + 1] != least)) {
                place = place + 1 & mask;
            }
            return place;
        }

        @Override
        public boolean contains(UUID key) {
            return pairs[2 * place(key) + 1] != 0;
        }

        @Override
        public long sizeBytes() {
            return (long) pairs.length * Long.BYTES;
        }
    }
}
