package dev.espalier.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The versions of the libraries of the page, from the packages that they come in: their files have the version in their paths. */
final class LibraryVersions {

    private LibraryVersions() {}

    static String of(String name) {
        String resource = "/META-INF/maven/org.webjars.npm/" + name + "/pom.properties";
        try (InputStream in = LibraryVersions.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the class path");
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
