package dev.espalier.internal.engine;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The properties that a driver is given. A property that the URL gives itself is left alone. For one thread. */
public final class DriverSettings {

    private final String url;
    private final Properties properties = new Properties();

    /** Begins with no property. */
    public DriverSettings(String url) {
        this.url = url;
    }

    /** Returns the URL. */
    public String url() {
        return url;
    }

    /** Sets a property unless the URL does. */
    public DriverSettings set(String name, String value) {
        if (!url.contains(name + "=")) {
            properties.setProperty(name, value);
        }
        return this;
    }

    /** Sets a property, whatever the URL says. */
    public DriverSettings force(String name, String value) {
        properties.setProperty(name, value);
        return this;
    }

    /** Sets a property that is a list with commas, behind what the URL says of it. */
    public DriverSettings append(String name, String value) {
        Matcher given = Pattern.compile("(?i)[?&]" + name + "=([^&]*)").matcher(url);
        return force(
                name, given.find() ? URLDecoder.decode(given.group(1), StandardCharsets.UTF_8) + "," + value : value);
    }

    /** Returns the properties. */
    public Properties properties() {
        return properties;
    }
}
