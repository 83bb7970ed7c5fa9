package dev.espalier.lab.load;

import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.workload.RandomStream;

/**
 * The intended starts of a connection's operations, in nanoseconds since the start of the run. Each connection has its own timetable, a
 * pure function of the seed. For one thread.
 */
sealed interface Pace {

    /**
     * Returns the next operation's intended start.
     *
     * @param now since the start of the run
     */
    double nextNanos(double now);

    static Pace of(LoadSpec spec, int connection, int connections) {
        if (spec.closed()) {
            return new Closed();
        }
        double distance = 1e9 * connections / spec.rate();
        return switch (spec.arrival()) {
            case CONSTANT -> new Constant(distance, distance * connection / connections);
            case POISSON -> new Poisson(distance, new RandomStream(~spec.seed(), connection));
        };
    }

    /** Starts each operation immediately. */
    record Closed() implements Pace {
        @Override
        public double nextNanos(double now) {
            return now;
        }
    }

    /** Starts operations at equal distances. The connections' timetables are shifted so that all together are at equal distances, too. */
    final class Constant implements Pace {

        private final double distance;
        private final double first;
        private long count;

        private Constant(double distance, double first) {
            this.distance = distance;
            this.first = first;
        }

        @Override
        public double nextNanos(double now) {
            return first + count++ * distance;
        }
    }

    /** Starts operations at exponentially distributed distances: all connections together are a Poisson process, too. */
    final class Poisson implements Pace {

        private final double distance;
        private final RandomStream random;
        private double last;

        private Poisson(double distance, RandomStream random) {
            this.distance = distance;
            this.random = random;
        }

        @Override
        public double nextNanos(double now) {
            last -= distance * Math.log(1 - random.nextDouble());
            return last;
        }
    }
}
