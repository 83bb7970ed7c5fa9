package dev.espalier.lab.result;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * The two-sided test of Mann and Whitney (1947): the probability that two groups of equal runs differ at least as much. Exact, including
 * ties, up to {@value #MOST_EXACT} figures in all; by the normal distribution beyond.
 */
final class RankTest {

    private static final int MOST_EXACT = 60;

    private RankTest() {}

    /** Returns the probability, from 0 to 1. */
    static double p(double[] a, double[] b) {
        double[] all =
                DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).sorted().toArray();
        int[] doubledRanks = new int[all.length];
        for (int index = 0; index < all.length; index++) {
            doubledRanks[index] = doubledRank(all, all[index]);
        }
        int found = Arrays.stream(a).mapToInt(value -> doubledRank(all, value)).sum();
        double expected = a.length * (all.length + 1.0);
        double distance = Math.abs(found - expected);
        return all.length <= MOST_EXACT
                ? exact(doubledRanks, a.length, expected, distance)
                : normal(doubledRanks, a.length, distance);
    }

    /** Twice the middle of the places that equal figures share, so that it is whole. */
    private static int doubledRank(double[] sorted, double value) {
        int below = 0;
        int equal = 0;
        for (double other : sorted) {
            below += other < value ? 1 : 0;
            equal += other == value ? 1 : 0;
        }
        return 2 * below + equal + 1;
    }

    /** Of all ways to choose a group, the share that lies as far off as the one found. */
    private static double exact(int[] ranks, int size, double expected, double distance) {
        int greatest = Arrays.stream(ranks).sum();
        double[][] ways = new double[size + 1][greatest + 1];
        ways[0][0] = 1;
        for (int rank : ranks) {
            for (int chosen = size; chosen > 0; chosen--) {
                for (int sum = greatest; sum >= rank; sum--) {
                    ways[chosen][sum] += ways[chosen - 1][sum - rank];
                }
            }
        }
        double all = 0;
        double asFar = 0;
        for (int sum = 0; sum <= greatest; sum++) {
            all += ways[size][sum];
            asFar += Math.abs(sum - expected) >= distance - 1e-9 ? ways[size][sum] : 0;
        }
        return asFar / all;
    }

    private static double normal(int[] ranks, int size, double distance) {
        double mean = Arrays.stream(ranks).average().orElseThrow();
        double squares = Arrays.stream(ranks)
                .mapToDouble(rank -> (rank - mean) * (rank - mean))
                .sum();
        double variance = size * (double) (ranks.length - size) / (ranks.length * (ranks.length - 1.0)) * squares;
        return variance == 0 ? 1 : tails(Math.max(0, distance - 1) / Math.sqrt(variance));
    }

    /** Both tails of the normal distribution (Abramowitz and Stegun, 1964, 26.2.17; error below 1e-7). */
    private static double tails(double z) {
        double t = 1 / (1 + 0.2316419 * z);
        double series =
                t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return 2 * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * series;
    }
}
