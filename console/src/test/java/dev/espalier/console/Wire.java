package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocket;

/** Requests to a console, written byte by byte, because a client library would not send most of those of strangers. */
record Wire(SocketFactory sockets, String host, int port, String token, String key) {

    private static final Pattern COOKIE = Pattern.compile("(?i)Set-Cookie: espalier-\\d+=([\\w-]{43});");
    private static final Pattern KEY = Pattern.compile("(?:#key=|\"key\":\")([\\w-]{43})");

    static Wire of(Console console) {
        return of(console.link());
    }

    static Wire of(String url) {
        URI link = URI.create(url);
        Wire stranger = new Wire(SocketFactory.getDefault(), link.getHost(), link.getPort(), "", "");
        try {
            return stranger.admittedBy(stranger.get(link.getPath() + "?" + link.getRawQuery()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with the cookie and the key of an answer. */
    Wire admittedBy(String answer) {
        return new Wire(sockets, host, port, found(COOKIE, answer), found(KEY, answer));
    }

    private static String found(Pattern pattern, String answer) {
        Matcher matcher = pattern.matcher(answer);
        assertThat(matcher.find()).as("%s in %s", pattern, answer).isTrue();
        return matcher.group(1);
    }

    /** To a console with TLS; the factory trusts its certificate. */
    static Wire of(Console console, SocketFactory sockets, String token) {
        URI link = URI.create(console.link());
        return new Wire(sockets, link.getHost(), link.getPort(), token, "x");
    }

    Socket open() throws IOException {
        return sockets.createSocket(InetAddress.getByName(host), port);
    }

    String raw(String request) throws IOException {
        return raw(request.getBytes(StandardCharsets.UTF_8));
    }

    String raw(byte[] request) throws IOException {
        try (Socket socket = open()) {
            socket.setSoTimeout(300_000);
            socket.getOutputStream().write(request);
            socket.getOutputStream().flush();
            if (!(socket instanceof SSLSocket)) {
                socket.shutdownOutput(); // with TLS the server would take it for the end of both directions
            }
            String answer =
                    withoutChunks(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
            return new String(answer.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        } catch (SocketException e) {
            return ""; // the server closed before it had read all of it
        }
    }

    /** The lengths of chunks would stand in the middle of words. */
    private static String withoutChunks(String answer) {
        int body = answer.indexOf("\r\n\r\n") + 4;
        if (body < 4 || !answer.substring(0, body).toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
            return answer;
        }
        StringBuilder whole = new StringBuilder(answer.substring(0, body));
        int at = body;
        for (int end = answer.indexOf("\r\n", at); end >= 0 && at < answer.length(); end = answer.indexOf("\r\n", at)) {
            int length = Integer.parseInt(answer.substring(at, end), 16);
            // The server may have ended in the middle.
            whole.append(answer, end + 2, Math.min(end + 2 + length, answer.length()));
            at = Math.min(end + 2 + length + 2, answer.length());
        }
        return whole.toString();
    }

    /**
     * The address and the length are right; the headers are the caller's. A request that does not arrive within 10 s is given up, also because others keep all
     * threads or the machine is busy; then it is sent again, a few times.
     */
    String post(String operation, String headers, String body) throws IOException {
        String answer = "";
        for (int i = 0; i < 5 && answer.isEmpty(); i++) {
            answer = postOnce(operation, headers, body);
        }
        return answer;
    }

    private String postOnce(String operation, String headers, String body) throws IOException {
        return raw("POST /api/" + operation + " HTTP/1.1\r\nHost: " + host + ":" + port
                + "\r\nConnection: close\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n"
                + headers + "\r\n" + body);
    }

    /** A request as the page sends it. */
    String asked(String operation, String body) throws IOException {
        return post(operation, headers(), body);
    }

    /** The same, for a request that the server does not read. */
    String askedOnce(String operation, String body) throws IOException {
        return postOnce(operation, headers(), body);
    }

    private String headers() {
        return "Content-Type: application/json\r\n" + admission() + "\r\n";
    }

    /** The headers that admit. */
    String admission() {
        return admission(token, key);
    }

    String admission(String ofToken, String ofKey) {
        return "Cookie: other=1; espalier-" + port + "=" + ofToken + "\r\nX-Espalier-Key: " + ofKey;
    }

    String get(String path) throws IOException {
        return get(path, "");
    }

    String get(String path, String headers) throws IOException {
        return raw("GET " + path + " HTTP/1.1\r\nHost: " + host + ":" + port + "\r\nConnection: close\r\n" + headers
                + "\r\n");
    }

    static int status(String answer) {
        return answer.isEmpty() ? 0 : Integer.parseInt(answer.split(" ", 3)[1]);
    }
}
