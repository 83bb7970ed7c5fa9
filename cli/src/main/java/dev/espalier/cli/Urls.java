package dev.espalier.cli;

import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Refuses URLs of no known driver, and says what was meant. It repeats no more of them than what cannot have a password in it. */
final class Urls {

    private static final List<String> SUBPROTOCOLS =
            List.of("duckdb", "h2", "mariadb", "mysql", "postgresql", "sqlite");

    private static final Pattern SCHEME = Pattern.compile("((?:jdbc:)?([\\w+.-]*)):.*", Pattern.DOTALL);

    /** A path has none of the characters that separate an account; on Windows it begins with a letter and a colon. */
    private static final Pattern PATH = Pattern.compile("(?:[A-Za-z]:[\\\\/])?[^:?&;@=]+");

    private Urls() {}

    /** @param name the parameter or option */
    static void check(String name, String url) {
        if (SUBPROTOCOLS.stream().anyMatch(one -> url.startsWith("jdbc:" + one + ":"))) {
            return;
        }
        throw new UsageException(name + ": found " + wrong(url));
    }

    private static String wrong(String url) {
        if (url.isEmpty()) {
            return "nothing, expected " + known();
        }
        if (PATH.matcher(url).matches()) {
            if (new File(url).isDirectory()) {
                return "the folder " + url + ", expected a URL such as jdbc:sqlite:FILE";
            }
            return url + ", expected a URL such as jdbc:sqlite:" + url;
        }
        Matcher scheme = SCHEME.matcher(url);
        if (!scheme.matches()) {
            return "one that does not begin with jdbc:, expected " + known();
        }
        return "one that begins with " + scheme.group(1) + ":, expected "
                + Nearest.to(scheme.group(2).toLowerCase(Locale.ROOT), SUBPROTOCOLS)
                        .map(meant -> "jdbc:" + meant + ":")
                        .orElseGet(Urls::known);
    }

    private static String known() {
        int last = SUBPROTOCOLS.size() - 1;
        return SUBPROTOCOLS.subList(0, last).stream()
                        .map(one -> "jdbc:" + one + ":")
                        .collect(Collectors.joining(", "))
                + " or jdbc:" + SUBPROTOCOLS.get(last) + ":";
    }
}
