package dev.espalier.internal.engine;

/**
 * The way to a database that this program can only read.
 *
 * @param url what connections are made by, in place of the URL that the program has given
 * @param reason why it can only be read, as the end of a sentence
 */
public record ReadOnlyAccess(String url, String reason) {

    /** The program asks for no more. */
    public static final String BY_URL = "the URL opens it for reading only";

    /** The program's own source of connections asks for no more. */
    public static final String BY_SOURCE = "the DataSource opens it for reading only";
}
