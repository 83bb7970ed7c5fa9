package dev.espalier.lab.workload;

/** Distributions of ids from 1 to n: sysbench's, with its defaults, after {@code sb_rand.c} of sysbench 1.0.20. */
public sealed interface Distribution {

    /**
     * Draws an id.
     *
     * @param random where randomness comes from
     * @param count how many ids there are
     * @return from 1 to {@code count}
     */
    int draw(RandomStream random, int count);

    /** Every id alike. */
    record Uniform() implements Distribution {
        @Override
        public int draw(RandomStream random, int count) {
            return random.between(1, count);
        }
    }

    /** The default of sysbench 1.0: 75 % of the draws on the 1 % of ids in the middle, the others bell-shaped around it. */
    record Special() implements Distribution {

        private static final int ITERATIONS = 12;
        private static final double RANGE_FACTOR = 100.0 / (100 - 75);
        private static final double HOT_PART = 0.01;

        @Override
        public int draw(RandomStream random, int count) {
            double range = count - 1;
            double drawn = random.nextDouble();
            if (drawn * range * RANGE_FACTOR < range) {
                double sum = 0;
                for (int iteration = 0; iteration < ITERATIONS; iteration++) {
                    sum += random.nextDouble();
                }
                return 1 + (int) (sum * range / ITERATIONS);
            }
            return 1 + (int) (drawn * (range * HOT_PART + 1) + range / 2 - range * HOT_PART / 2);
        }
    }

    /** A power law with h = 0.2: 80 % of the draws on 20 % of the ids. */
    record Pareto() implements Distribution {

        private static final double POWER = Math.log(0.2) / Math.log(1 - 0.2);

        @Override
        public int draw(RandomStream random, int count) {
            return 1 + (int) (count * Math.pow(random.nextDouble(), POWER));
        }
    }

    /**
     * Zipf's law with exponent 0.8, by rejection-inversion (Hörmann and Derflinger, "Rejection-inversion to generate variates from
     * monotone discrete distributions", ACM TOMACS 6.3, 1996).
     */
    record Zipfian() implements Distribution {

        private static final double EXPONENT = 0.8;
        private static final double SHORTCUT = 2 - integralInverse(integral(2.5) - height(2));
        private static final double FIRST = integral(1.5) - 1;

        @Override
        public int draw(RandomStream random, int count) {
            double last = integral(count + 0.5);
            while (true) {
                double area = last + random.nextDouble() * (FIRST - last);
                double x = integralInverse(area);
                int candidate = (int) Math.max(1, Math.min(count, x + 0.5));
                if (candidate - x <= SHORTCUT || area >= integral(candidate + 0.5) - height(candidate)) {
                    return candidate;
                }
            }
        }

        private static double integral(double x) {
            double log = Math.log(x);
            return Math.expm1((1 - EXPONENT) * log) / (1 - EXPONENT);
        }

        private static double height(double x) {
            return Math.exp(-EXPONENT * Math.log(x));
        }

        private static double integralInverse(double area) {
            double inner = Math.max(-1, area * (1 - EXPONENT));
            return Math.exp(Math.log1p(inner) / (1 - EXPONENT));
        }
    }
}
