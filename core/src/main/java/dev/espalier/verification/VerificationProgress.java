package dev.espalier.verification;

/**
 * The progress of a verification: the number of its checks that are finished, and the table of the next one. Immutable.
 *
 * @param done the number of finished checks
 * @param all the number of all checks; some take much longer than others
 * @param table the table that is checked now; empty for a check that belongs to no table, and at the end
 */
public record VerificationProgress(int done, int all, String table) {}
