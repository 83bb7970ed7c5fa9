package dev.espalier.console;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;

/** Names of machines as they stand in a URL. The same address of IPv6 has many texts; all of them become one. */
final class HostNames {

    private HostNames() {}

    /** Returns a name or an address in its one form: in small letters, an address of IPv6 in brackets. */
    static String of(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        if (!small.contains(":")) {
            return small;
        }
        String literal = small.startsWith("[") ? small : "[" + small + "]";
        try {
            return "[" + InetAddress.getByName(literal).getHostAddress() + "]"; // in brackets: it is never looked up
        } catch (UnknownHostException e) {
            return small;
        }
    }

    /** Returns the header {@code Host} in its one form. */
    static String ofHeader(String host) {
        int end = host.lastIndexOf(']');
        return end < 0 || !host.startsWith("[")
                ? host.toLowerCase(Locale.ROOT)
                : of(host.substring(0, end + 1)) + host.substring(end + 1);
    }
}
