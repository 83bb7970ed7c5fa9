package dev.espalier.verification;

/**
 * How far a verification has come.
 *
 * @param done the number of checks that are done
 * @param all the number of all checks; some take much longer than others
 * @param table the table that is checked now; empty for a check that belongs to no table, and at the end
 */
public record VerificationProgress(int done, int all, String table) {}
