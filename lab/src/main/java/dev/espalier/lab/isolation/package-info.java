/**
 * Checks the isolation of a history of transactions that append to lists and read them (Kingsbury and Alvaro, "Elle: Inferring Isolation
 * Anomalies from Experimental Observations", VLDB 2020).
 *
 * <p>In: {@link dev.espalier.lab.isolation.Observed} transactions: the appends and reads of each. Out: the
 * {@link dev.espalier.lab.isolation.Anomaly anomalies} that no order of them explains. The order of a list's elements is the order of its
 * appends, so nothing has to be guessed.
 *
 * <p>Example: one transaction read {@code x = [1]} and {@code y = []}, another appended 2 to x and 3 to y, and a third read {@code x = [1, 2]}
 * and {@code y = []}: it saw half of the second, {@link dev.espalier.lab.isolation.Anomaly.Kind#READ_SKEW}.
 */
@org.jspecify.annotations.NullMarked
package dev.espalier.lab.isolation;
