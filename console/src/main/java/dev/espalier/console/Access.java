package dev.espalier.console;

import com.sun.net.httpserver.Headers;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may come in. A page of another origin, a name that was rebound to the console's address, and whoever has no token are refused: the first by
 * its Origin, the second by its Host, the third by the cookie with the token and the header with its key.
 */
final class Access {

    /** The header by which the page sends the key of its token. No page of another origin can send it: the browser would ask the console first, and be refused. */
    static final String KEY = "X-Espalier-Key";

    /** Browsers keep no cookie longer (RFC 6265bis). */
    private static final Duration LONGEST_AGE = Duration.ofDays(400);

    private final String scheme;
    private final Set<String> hosts = new LinkedHashSet<>();
    private final String cookie;
    private final Tokens tokens;

    /** @param names of this machine, as they stand in a URL */
    Access(String scheme, Set<String> names, int port, Tokens tokens) {
        this.scheme = scheme;
        this.cookie = "espalier-" + port; // a browser has one set of cookies for all ports of a host
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
        String token = cookie(headers);
        String key = only(headers, KEY);
        return token != null && key != null && tokens.admits(token, key) ? token : null;
    }

    /** Returns the header Set-Cookie that gives it to a browser. Scripts do not see it, and pages of other sites do not send it. */
    String setCookie(String token) {
        return setCookie(token, tokens.longestRest());
    }

    /** Returns the header Set-Cookie that takes it from a browser. */
    String removeCookie() {
        return setCookie("", Duration.ZERO);
    }

    /** A cookie without an age ends with the browser, and a bookmark with it. */
    private String setCookie(String value, Duration age) {
        Duration maxAge = age.compareTo(LONGEST_AGE) < 0 ? age : LONGEST_AGE;
        return cookie + "=" + value + "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" + maxAge.toSeconds()
                + (scheme.equals("https") ? "; Secure" : "");
    }

    private @Nullable String cookie(Headers headers) {
        String all = only(headers, "Cookie");
        List<String> own = all == null
                ? List.of()
                : Stream.of(all.split(";", -1))
                        .map(String::strip)
                        .filter(one -> one.startsWith(cookie + "="))
                        .toList();
        return own.size() == 1 ? own.get(0).substring(cookie.length() + 1) : null;
    }

    /** A header that is given twice says nothing. */
    private static @Nullable String only(Headers headers, String name) {
        List<String> values = headers.get(name);
        return values != null && values.size() == 1 ? values.get(0) : null;
    }
}
