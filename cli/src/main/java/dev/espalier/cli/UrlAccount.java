package dev.espalier.cli;

import java.util.regex.Pattern;

/** The account in a URL. Drivers differ in which account they use if another one is given as well, so only one may be given. */
final class UrlAccount {

    private static final Pattern PASSWORD = Pattern.compile("(?i)[?&;](password|pwd)[0-9]*=|//[^/?]*:[^/?]*@");
    private static final Pattern USER = Pattern.compile("(?i)[?&;]user[0-9]*=|//[^/?]*@");

    private UrlAccount() {}

    static boolean hasPassword(String url) {
        return PASSWORD.matcher(url).find();
    }

    static boolean hasUser(String url) {
        return USER.matcher(url).find();
    }
}
