package dev.espalier.console;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The URL of a database as administrators, and those whom the console admits, see it. */
final class DatabaseUrl {

    private static final Pattern SCHEMA = Pattern.compile("(?i)[?&;](?:currentSchema|schema)=([^&;]+)");

    /** The file of an embedded database, below the folder of the process. */
    private static final Pattern RELATIVE = Pattern.compile("jdbc:(?:sqlite|duckdb|h2):(?:file:)?(?![/~\\\\])[^:]+");

    private DatabaseUrl() {}

    /** Returns where the database is: the URL without accounts, the schema that it names, and the folder of a file that it names without one. */
    static String place(String url) {
        String place = withoutAccounts(url);
        Matcher schema = SCHEMA.matcher(url);
        return place
                + (schema.find() ? ", schema " + schema.group(1) : "")
                + (RELATIVE.matcher(place).matches() ? " in " + Path.of("").toAbsolutePath() : "");
    }

    /** Returns a URL without accounts, and without its parameters: each may be a secret. */
    static String withoutAccounts(String url) {
        return url.replaceFirst("(?s)[?;].*", "")
                .replaceFirst("(?s)//.*@", "//")
                .replaceAll("(?i)(password\\w*|user)=[^),]*", "$1=...");
    }
}
