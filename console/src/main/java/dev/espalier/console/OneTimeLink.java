package dev.espalier.console;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The link that opens a console once; when it was used, another one takes its place. Safe for any number of threads. */
final class OneTimeLink {

    /** The path to which the link leads. */
    static final String PATH = "/open";

    private static final String PARAMETER = "token=";
    private static final int BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final String console;
    private String token;

    /** @param console the address of the console's page, with a slash at its end */
    OneTimeLink(String console) {
        this.console = console;
        this.token = make();
    }

    private String make() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the link that has not been used. */
    synchronized String text() {
        return console + PATH.substring(1) + "?" + PARAMETER + token;
    }

    /** Uses the link up, if a query of a URL is its own. */
    synchronized boolean use(String query) {
        boolean isRight = MessageDigest.isEqual(LogIn.digest(query), LogIn.digest(PARAMETER + token));
        if (isRight) {
            token = make();
        }
        return isRight;
    }
}
