package dev.espalier.console;

/** The name of a database as the page shows it. */
final class DatabaseName {

    private DatabaseName() {}

    /** Returns a URL without accounts, and without its parameters: each may be a secret. */
    static String of(String url) {
        return url.replaceFirst("(?s)[?;].*", "")
                .replaceFirst("(?s)//.*@", "//")
                .replaceAll("(?i)(password\\w*|user)=[^),]*", "$1=...")
                .replaceFirst("^jdbc:", "");
    }
}
