package dev.espalier.lab.target;

import dev.espalier.lab.spec.SpecException;
import java.util.regex.Pattern;

/** The account in a URL. Drivers differ in which account they use if another one is given as well, so only one may be given. */
public final class UrlAccount {

    private static final Pattern PASSWORD =
            Pattern.compile("(?i)[?&;](password|pwd)[0-9]*=|//[^/?]*:[^/?]*@|^jdbc:cubrid(?::[^:?]*){4}:[^:?]+");
    private static final Pattern USER =
            Pattern.compile("(?i)[?&;]user[0-9]*=|//[^/?]*@|^jdbc:cubrid(?::[^:?]*){3}:[^:?]+");

    private UrlAccount() {}

    /**
     * Looks for a password, which would stand in logs and process lists.
     *
     * @param url as it was given
     * @return whether there is one
     */
    public static boolean hasPassword(String url) {
        return PASSWORD.matcher(url).find();
    }

    /**
     * Looks for a user.
     *
     * @param url as it was given
     * @return whether there is one
     */
    public static boolean hasUser(String url) {
        return USER.matcher(url).find();
    }

    /**
     * Refuses a URL that shows a password, or names a user beside the one that was given.
     *
     * @param url as it was given
     * @param user the account that was given, empty for none
     */
    public static void refuse(String url, String user) {
        if (hasPassword(url)) {
            throw new SpecException(
                    "--on: found a URL with a password in it, expected one without: give the password by --password-env"
                            + " or --password-file");
        }
        if (!user.isEmpty() && hasUser(url)) {
            throw new SpecException("--user: found it with a URL that names a user, expected one of both");
        }
    }
}
