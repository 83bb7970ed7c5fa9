package dev.espalier.lab.agent;

import dev.espalier.lab.spec.SpecException;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of an agent.
 *
 * @param host its name or address
 * @param port from 0 to 65,535; 0 only to listen on one that is free
 */
public record Address(String host, int port) {

    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]\\s]+):(\\d{1,5})");
    private static final int GREATEST_PORT = 65_535;

    /**
     * Reads an address.
     *
     * @param option where it comes from, for the message
     * @param text {@code host:port}, an address of IPv6 in brackets
     * @return the address
     */
    public static Address parse(String option, String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > GREATEST_PORT) {
            throw new SpecException(option + ": found '" + text + "', expected host:port, such as 10.0.0.7:7710");
        }
        return new Address(matcher.group(1).replaceAll("[\\[\\]]", ""), Integer.parseInt(matcher.group(2)));
    }

    /** @return for sockets; a name is looked up now */
    public InetSocketAddress socket() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
