package dev.espalier.lab.result;

/**
 * The beginning of every result. In JSON its members are members of the result.
 *
 * @param format the version of this file's shape
 * @param pack what was run
 * @param version of Espalier
 * @param started when, in UTC, as ISO 8601
 * @param partial whether it was ended early
 */
public record Header(int format, String pack, String version, String started, boolean partial) {

    /** The shape that is written now. */
    public static final int FORMAT = 1;
}
