package dev.espalier.console;

import com.sun.net.httpserver.Headers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may come in. A page of another origin, a name that was rebound to the console's address, and whoever has no token are refused: the first by
 * its Origin, the second by its Host, the third by the token.
 */
final class Access {

    static final String TOKEN = "X-Espalier-Token";

    private final String scheme;
    private final Set<String> hosts = new LinkedHashSet<>();
    private final Tokens tokens;

    /** @param names of this machine, as they stand in a URL */
    Access(String scheme, Set<String> names, int port, Tokens tokens) {
        this.scheme = scheme;
        this.tokens = tokens;
        for (String name : names) {
            hosts.add(name + ":" + port);
            if (port == (scheme.equals("https") ? 443 : 80)) {
                hosts.add(name); // browsers leave out the usual port
            }
        }
    }

    /** Returns why a request for the page's own files is refused; null if it is admitted. They hold no data. */
    @Nullable
    String refusalOfPage(Headers headers) {
        String host = only(headers, "Host");
        if (host == null || !hosts.contains(HostNames.ofHeader(host))) {
            return "the header Host must be one of "
                    + String.join(", ", hosts.stream().sorted().toList());
        }
        if (headers.containsKey("Origin") && !(scheme + "://" + host).equalsIgnoreCase(only(headers, "Origin"))) {
            return "the header Origin must be that of the console";
        }
        return null;
    }

    /** Returns why a request to the interface is refused; null if it is admitted, if it has a token that admits, too. */
    @Nullable
    String refusalOfRequest(Headers headers) {
        String refusal = refusalOfPage(headers);
        if (refusal != null) {
            return refusal;
        }
        String site = only(headers, "Sec-Fetch-Site");
        return headers.containsKey("Sec-Fetch-Site") && !"same-origin".equals(site)
                ? "the header Sec-Fetch-Site must be same-origin"
                : null;
    }

    /** Returns the token of a request, if it admits; null otherwise. */
    @Nullable
    String token(Headers headers) {
        String given = only(headers, TOKEN);
        return given != null && tokens.admits(given) ? given : null;
    }

    /** A header that is given twice says nothing. */
    private static @Nullable String only(Headers headers, String name) {
        List<String> values = headers.get(name);
        return values != null && values.size() == 1 ? values.get(0) : null;
    }
}
