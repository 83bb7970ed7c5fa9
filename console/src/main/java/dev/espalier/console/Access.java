package dev.espalier.console;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may come in. A page of another origin, a name that was rebound to the loopback address, and another user of the machine are refused: the first by
 * its Origin, the second by its Host, the third by the token that it does not have.
 */
final class Access {

    static final String TOKEN = "X-Espalier-Token";

    private final Set<String> hosts;
    private final byte[] token;

    Access(int port, String token) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        this.token = token.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns why a request for the page's own files is refused; null if it is admitted. They hold no data. */
    @Nullable String refusalOfPage(Headers headers) {
        String host = only(headers, "Host");
        if (host == null || !hosts.contains(host)) {
            return "the header Host must be one of " + String.join(", ", hosts.stream().sorted().toList());
        }
        if (headers.containsKey("Origin") && !("http://" + host).equals(only(headers, "Origin"))) {
            return "the header Origin must be that of the console";
        }
        return null;
    }

    /** Returns why a request for data is refused; null if it is admitted. */
    @Nullable String refusalOfData(Headers headers) {
        String refusal = refusalOfPage(headers);
        if (refusal != null) {
            return refusal;
        }
        String site = only(headers, "Sec-Fetch-Site");
        if (headers.containsKey("Sec-Fetch-Site") && !"same-origin".equals(site)) {
            return "the header Sec-Fetch-Site must be same-origin";
        }
        String given = only(headers, TOKEN);
        // Takes as long for every wrong token.
        return given != null && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token) ? null
                : "the header " + TOKEN + " must be the token of the link that the console printed";
    }

    /** A header that is given twice says nothing. */
    private static @Nullable String only(Headers headers, String name) {
        List<String> values = headers.get(name);
        return values != null && values.size() == 1 ? values.get(0) : null;
    }
}
