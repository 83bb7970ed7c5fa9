package dev.espalier.console;

/** The URL of a database as administrators see it. The page shows the name only. */
final class DatabaseUrl {

    private DatabaseUrl() {}

    /** Returns a URL without accounts, and without its parameters: each may be a secret. */
    static String withoutAccounts(String url) {
        return url.replaceFirst("(?s)[?;].*", "")
                .replaceFirst("(?s)//.*@", "//")
                .replaceAll("(?i)(password\\w*|user)=[^),]*", "$1=...");
    }
}
