package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.SERVER_SETTING;

import dev.espalier.error.ConnectionException;

/** Compares what was written with what is read: drivers and servers exist that change texts or lose rows. */
public final class ReadBack {

    private ReadBack() {}

    static void requireEqual(String what, String expected, String found) {
        if (!found.equals(expected)) {
            int at = 0;
            while (at < Math.min(expected.length(), found.length()) && expected.charAt(at) == found.charAt(at)) {
                at++;
            }
            throw differs(
                    what,
                    "found '" + around(found, at) + "', expected '" + around(expected, at) + "' (character " + at
                            + ")");
        }
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, at - 20), Math.min(text.length(), at + 20));
    }

    /** The error for rows that do not read back as they were written. */
    public static ConnectionException differs(String what, String how) {
        return new ConnectionException(
                SERVER_SETTING,
                "the " + what + " reads back otherwise than it was written: " + how
                        + ". The driver, or a setting of the URL or the server, changes texts or loses rows; correct it");
    }
}
