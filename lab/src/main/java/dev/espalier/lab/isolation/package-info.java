/**
 * Which isolation a history of transactions shows, by appends to lists and reads of them (Kingsbury and Alvaro, "Elle: Inferring Isolation
 * Anomalies from Experimental Observations", VLDB 2020).
 *
 * <p>In: {@link dev.espalier.lab.isolation.Observed} transactions: what each appended and read. Out: the
 * {@link dev.espalier.lab.isolation.Anomaly anomalies} that no order of them explains. A list tells the order of its own appends, so
 * nothing has to be guessed.
 *
 * <p>Example: one transaction read {@code x = [1]} and {@code y = []}, another appended 2 to x and 3 to y, and a third read {@code x = [1, 2]}
 * and {@code y = []}: it saw half of the second, {@link dev.espalier.lab.isolation.Anomaly.Kind#READ_SKEW}.
 */
package dev.espalier.lab.isolation;
