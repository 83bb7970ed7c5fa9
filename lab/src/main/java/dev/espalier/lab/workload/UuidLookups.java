package dev.espalier.lab.workload;

import dev.espalier.lab.workload.UuidSession.Found;
import java.util.List;
import java.util.UUID;

/**
 * Lookups of keys drawn evenly from the set, and a share of keys that are not in it.
 *
 * @param keys the set
 * @param missPercent how many of a hundred lookups are of keys that are not there
 */
public record UuidLookups(UuidKeys keys, double missPercent) implements Workload<UuidSession> {

    private static final List<String> TYPES = List.of("hit", "miss");
    private static final double HUNDRED = 100;

    @Override
    public List<String> types() {
        return TYPES;
    }

    @Override
    public Stream<UuidSession> stream(long seed, int connection) {
        RandomStream random = new RandomStream(seed, connection);
        return () -> {
            boolean miss = random.nextDouble() * HUNDRED < missPercent;
            long number = Long.remainderUnsigned(random.nextLong(), keys.size());
            return new Lookup(keys.key(miss ? keys.size() + number : number), !miss);
        };
    }

    private record Lookup(UUID key, boolean isMember) implements Operation<UuidSession> {

        @Override
        public int type() {
            return isMember ? 0 : 1;
        }

        @Override
        public long fingerprint() {
            return RandomStream.mix(key.getMostSignificantBits()) + key.getLeastSignificantBits();
        }

        @Override
        public void perform(UuidSession session) throws Exception {
            Found found = session.contains(key);
            if (found != Found.UNKNOWN && found != Found.of(isMember)) {
                throw new WrongAnswerException("key " + key + ": found " + found + ", expected " + Found.of(isMember));
            }
        }
    }
}
