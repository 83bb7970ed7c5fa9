package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Settings;
import dev.espalier.testing.Sample;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of strangers. They are written byte by byte, because a client library would not send most of them. */
class AccessTest {

    static final int REQUESTS = Integer.getInteger("espalier.requests", Sample.of(6_000));

    @TempDir
    static Path folder;

    private static Console console;
    private static Wire wire;
    private static int port;

    @BeforeAll
    static void start() {
        console = Console.start(
                Zoo.make(folder),
                Settings.defaults(),
                ConsoleOptions.defaults().withRows(100).withTimeout(Duration.ofMinutes(5)));
        wire = Wire.of(console);
        port = wire.port();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    private static String raw(String request) throws IOException {
        return wire.raw(request);
    }

    private static String post(String operation, String headers, String body) throws IOException {
        return wire.post(operation, headers, body);
    }

    private static String asked(String operation, String body) throws IOException {
        return wire.asked(operation, body);
    }

    private static int status(String answer) {
        return Wire.status(answer);
    }

    @Test
    void pageItselfIsAdmitted() throws IOException {
        assertThat(asked("count", "{\"class\": \"Zebra\"}"))
                .startsWith("HTTP/1.1 200")
                .contains("{\"count\":1000}");
    }

    @Test
    void requestWithoutTokenIsRefused() throws IOException {
        assertThat(post("model", "Content-Type: application/json\r\n", "{}"))
                .startsWith("HTTP/1.1 401")
                .contains("link-required");
    }

    private static int statusWith(String admission) throws IOException {
        return status(post("model", "Content-Type: application/json\r\n" + admission + "\r\n", "{}"));
    }

    @Test
    void requestWithAnotherTokenOrKeyIsRefused() throws IOException {
        String token = wire.token();
        String key = wire.key();
        for (String other : List.of("", token.substring(1), token + "x", key, "null", "Ü")) {
            assertThat(statusWith(wire.admission(other, key))).as(other).isEqualTo(401);
        }
        for (String other : List.of("", key.substring(1), key + "x", token, "null", "Ü")) {
            assertThat(statusWith(wire.admission(token, other))).as(other).isEqualTo(401);
        }
        assertThat(statusWith(wire.admission(token, Wire.of(console).key())))
                .as("the key of another token")
                .isEqualTo(401);
        assertThat(statusWith("Cookie: espalier-" + port + "=" + token))
                .as("a cookie that a server on another port was sent")
                .isEqualTo(401);
    }

    @Test
    void requestWithTwoTokensIsRefused() throws IOException {
        String cookie = "espalier-" + port + "=" + wire.token();
        String key = "X-Espalier-Key: " + wire.key();
        assertThat(statusWith("Cookie: " + cookie + "\r\n" + key)).isEqualTo(200);
        assertThat(statusWith("Cookie: " + cookie + "\r\nCookie: " + cookie + "\r\n" + key))
                .isEqualTo(401);
        assertThat(statusWith("Cookie: " + cookie + "; " + cookie + "\r\n" + key))
                .isEqualTo(401);
        assertThat(statusWith("Cookie: " + cookie + "\r\n" + key + "\r\n" + key))
                .isEqualTo(401);
    }

    @Test
    void consoleOnAnotherPortDoesNotTakeTheCookie() throws IOException {
        Path own = Files.createDirectory(folder.resolve("port"));
        try (Console other = Console.start(Zoo.make(own, 10), Settings.defaults(), ConsoleOptions.defaults())) {
            Wire to = Wire.of(other);
            assertThat(status(to.asked("model", "{}"))).isEqualTo(200);
            String json = "Content-Type: application/json\r\n";
            assertThat(status(to.post("model", json + wire.admission() + "\r\n", "{}")))
                    .as("by its name")
                    .isEqualTo(401);
            assertThat(status(to.post("model", json + to.admission(wire.token(), wire.key()) + "\r\n", "{}")))
                    .as("under the other name")
                    .isEqualTo(401);
        }
    }

    @Test
    void linkAdmitsOnceAndAnotherOneFollows() throws IOException {
        List<String> told = new java.util.concurrent.CopyOnWriteArrayList<>();
        Path own = Files.createDirectory(folder.resolve("link"));
        try (Console other = Console.start(
                Zoo.make(own, 10),
                Settings.defaults(),
                ConsoleOptions.defaults().withLinks(told::add))) {
            String link = other.link();
            assertThat(told).containsExactly(link);
            Wire stranger = Wire.of(other); // has used it
            String path = link.replaceAll(".*/open", "/open");
            assertThat(other.link()).isNotEqualTo(link).startsWith(link.replaceAll("=.*", "="));
            assertThat(stranger.get(path))
                    .startsWith("HTTP/1.1 303")
                    .containsIgnoringCase("Location: /\r\n")
                    .doesNotContainIgnoringCase("Set-Cookie");
            for (String wrong : List.of("/open", "/open?", "/open?token=", path + "x", "/open?token=a&" + path)) {
                assertThat(stranger.get(wrong)).as(wrong).doesNotContainIgnoringCase("Set-Cookie");
            }
            String next = other.link().replaceAll(".*/open", "/open");
            assertThat(stranger.raw("HEAD " + next + " HTTP/1.1\r\nHost: 127.0.0.1:" + stranger.port()
                            + "\r\nConnection: close\r\n\r\n"))
                    .as("a program that looks at links")
                    .startsWith("HTTP/1.1 405");
            assertThat(stranger.raw("GET " + next + " HTTP/1.1\r\nHost: evil.example:" + stranger.port()
                            + "\r\nConnection: close\r\n\r\n"))
                    .as("a rebound name")
                    .startsWith("HTTP/1.1 403");
            assertThat(stranger.get(next))
                    .startsWith("HTTP/1.1 303")
                    .containsPattern("(?i)Set-Cookie: espalier-" + stranger.port()
                            + "=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000\r\n")
                    .containsIgnoringCase("Cache-Control: no-store");
            assertThat(status(stranger.asked("model", "{}")))
                    .as("the first browser")
                    .isEqualTo(200);
            assertThat(stranger.asked("logout", "{}"))
                    .startsWith("HTTP/1.1 200")
                    .contains("=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0\r\n");
            assertThat(status(stranger.asked("model", "{}"))).isEqualTo(401);
            assertThat(told)
                    .hasSizeGreaterThanOrEqualTo(2)
                    .doesNotHaveDuplicates()
                    .contains(link);
        }
    }

    @Test
    void linkThatIsUsedUpByABrowserThatGoesAwayIsFollowedByAnotherOne() throws Exception {
        List<String> told = new java.util.concurrent.CopyOnWriteArrayList<>();
        Path own = Files.createDirectory(folder.resolve("left"));
        try (Console other = Console.start(
                Zoo.make(own, 10),
                Settings.defaults(),
                ConsoleOptions.defaults().withLinks(told::add))) {
            Wire stranger = Wire.of(other);
            for (int i = 0; i < 20; i++) {
                String link = other.link();
                try (Socket socket = stranger.open()) {
                    socket.setSoLinger(true, 0); // closing it resets the connection
                    socket.getOutputStream()
                            .write(("GET " + link.replaceAll(".*/open", "/open") + " HTTP/1.1\r\nHost: 127.0.0.1:"
                                            + stranger.port() + "\r\n\r\n")
                                    .getBytes(StandardCharsets.UTF_8));
                }
                assertThat(stranger.get("/")).startsWith("HTTP/1.1 200");
            }
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            while (!told.contains(other.link()) && System.nanoTime() < end) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
            assertThat(told).contains(other.link()).hasSizeGreaterThan(2);
        }
    }

    @Test
    void requestForAnotherHostIsRefused() throws IOException {
        for (String host : List.of(
                "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:" + port, "[::1]:" + port)) {
            String answer = raw("POST /api/model HTTP/1.1\r\nHost: " + host
                    + "\r\nConnection: close\r\nContent-Type: application/json\r\n" + wire.admission()
                    + "\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(status(answer)).as(host).isIn(400, 403);
            assertThat(status(raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")))
                    .as(host)
                    .isIn(400, 403);
        }
    }

    @Test
    void requestOfAnotherOriginIsRefused() throws IOException {
        for (String origin : List.of(
                "http://evil.example",
                "null",
                "https://127.0.0.1:" + port,
                "http://127.0.0.1:" + port + ".evil.example",
                "http://localhost:" + port)) {
            String answer = post(
                    "model",
                    "Content-Type: application/json\r\n" + wire.admission() + "\r\nOrigin: " + origin + "\r\n",
                    "{}");
            assertThat(status(answer)).as(origin).isEqualTo(403);
            assertThat(answer).doesNotContain("Access-Control");
        }
    }

    @Test
    void requestOfAnotherSiteIsRefused() throws IOException {
        assertThat(status(post(
                        "model",
                        "Content-Type: application/json\r\n" + wire.admission() + "\r\nSec-Fetch-Site: cross-site\r\n",
                        "{}")))
                .isEqualTo(403);
    }

    @Test
    void preflightIsRefused() throws IOException {
        String answer = raw("OPTIONS /api/model HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nConnection: close\r\nOrigin: http://evil.example\r\n"
                + "Access-Control-Request-Method: POST\r\n\r\n");
        assertThat(status(answer)).isEqualTo(403);
        assertThat(answer).doesNotContain("Access-Control");
    }

    @Test
    void onlyJsonIsRead() throws IOException {
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
            assertThat(status(post("model", "Content-Type: " + type + "\r\n" + wire.admission() + "\r\n", "{}")))
                    .as(type)
                    .isEqualTo(415);
        }
    }

    @Test
    void pageAllowsNoScriptButItsOwn() throws IOException {
        String answer = raw("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .containsIgnoringCase("Content-Security-Policy: default-src 'none'; script-src 'self'")
                .doesNotContain("unsafe-inline", "unsafe-eval")
                .containsIgnoringCase("frame-ancestors 'none'")
                .containsIgnoringCase("X-Content-Type-Options: nosniff")
                .containsIgnoringCase("Referrer-Policy: no-referrer");
        assertThat(answer).doesNotContain("<script>").doesNotContainPattern(" on\\w+=\"");
    }

    @Test
    void onlyFilesOfThePageAreServed() throws IOException {
        for (String path : List.of(
                "/../pom.xml",
                "/%2e%2e/pom.xml",
                "/lib/../../x",
                "/Console.class",
                "/lib/",
                "//etc/passwd",
                "/index.html/..",
                "/lib/codemirror.js%00",
                "/app.js/",
                "*")) {
            assertThat(status(raw(
                            "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n")))
                    .as(path)
                    .isIn(400, 404);
        }
    }

    @Test
    void noAddressButLoopbackListens() throws Exception {
        for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(one.getInetAddresses())) {
                if (!address.isLoopbackAddress()) {
                    org.assertj.core.api.Assertions.assertThatThrownBy(() -> new Socket(address, port).close())
                            .as(address.toString())
                            .isInstanceOf(IOException.class);
                }
            }
        }
    }

    @Test
    void answersAreBounded() throws IOException {
        String answer = asked("query", "{\"class\": \"Zebra\", \"rql\": \"\", \"size\": 1000000}");
        assertThat(answer.split("\"ref\":\"Zebra\"", -1)).hasSize(101);
    }

    @Test
    void tooLargeARequestIsRefused() throws IOException {
        String body = "{\"class\": \"" + "x".repeat(2 << 20) + "\"}";
        assertThat(status(wire.askedOnce("query", body))).isIn(0, 413);
    }

    @Test
    void nothingCanBeChangedOrNamedFromOutside() throws IOException {
        for (String operation : List.of("delete", "open", "sql", "execute", "file", "query/..", "..", "model?x=1#")) {
            assertThat(status(asked(operation, "{\"url\": \"jdbc:sqlite:other.db\"}")))
                    .as(operation)
                    .isIn(404, 400, 200);
        }
        assertThat(asked("count", "{\"class\": \"Zebra\", \"url\": \"jdbc:sqlite:other.db\"}"))
                .contains("{\"count\":1000}");
        assertThat(Path.of("other.db")).doesNotExist();
    }

    @Test
    void strangersWhoSendHalfARequestKeepNobodyOut() throws IOException {
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 230; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                strangers.add(socket);
                socket.getOutputStream()
                        .write((i % 2 == 0
                                        ? "POST /api/cou"
                                        : "POST /api/count HTTP/1.1\r\nHost: 127.0.0.1:" + port
                                                + "\r\nContent-Length: 9\r\n\r\n{")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(wire.asked("count", "{\"class\": \"Zebra\"}"))
                    .startsWith("HTTP/1.1 200")
                    .contains("{\"count\":1000}");
            strangers.get(0).setSoTimeout(300_000);
            int end;
            try {
                end = strangers.get(0).getInputStream().read();
            } catch (java.net.SocketException e) {
                end = -1; // closed with a reset
            }
            assertThat(end).as("what does not arrive is given up").isEqualTo(-1);
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void queryWithALimitIsAnsweredAtOnce() throws IOException {
        String answer = asked("query", "{\"class\": \"Zebra\", \"rql\": \"ORDER BY stripes DESC LIMIT 60 OFFSET 1\"}");
        assertThat(answer)
                .contains("\"Zebra 998\"", "\"next\":null", "\"isCut\":false")
                .doesNotContain("\"Zebra 999\"");
        assertThat(answer.split("\"ref\":\"Zebra\"", -1)).as("more than a page").hasSize(61);
        assertThat(asked("query", "{\"class\": \"Zebra\", \"rql\": \"LIMIT 500\"}"))
                .contains("\"next\":null", "\"isCut\":true")
                .satisfies(cut -> assertThat(cut.split("\"ref\":\"Zebra\"", -1))
                        .as("as many as an answer may have")
                        .hasSize(101));
    }

    /** The file is gone for whoever opens it; connections that are open still have it. */
    @Test
    void healthOpensNoPoolOfItsOwn() throws IOException {
        Path own = Files.createDirectory(folder.resolve("moved"));
        try (Console other = Console.start(Zoo.make(own), Settings.defaults(), ConsoleOptions.defaults())) {
            assertThat(Wire.of(other).asked("health", "{}")).contains("sizeBytes", "\"pool\":{\"size\":");
            Files.move(own.resolve("zoo.db"), own.resolve("zoo-moved.db"));
            assertThat(Wire.of(other).asked("health", "{}"))
                    .contains("sizeBytes")
                    .doesNotContain("error");
        }
    }

    @Test
    void mistakesOfARequestAreNamed() throws IOException {
        assertThat(asked("query", "{\"class\": \"Tiger\", \"rql\": \"\"}")).contains("bad-request", "Zebra");
        assertThat(asked("query", "{\"class\": \"Zebra\", \"rql\": 5}")).contains("bad-request", "rql");
        assertThat(asked("query", "{\"class\": \"Zebra\", \"rql\": \"stripes = \"}"))
                .contains("unexpected-end", "\"position\":11");
        assertThat(asked("object", "{\"class\": \"Zebra\", \"id\": \"4000000\"}"))
                .contains("not-found")
                .doesNotContain("jdbc:", folder.toString());
        assertThat(asked("object", "{\"class\": \"Zebra\", \"id\": \"x\"}")).contains("bad-request", "whole number");
        assertThat(status(asked("query", "[1, 2]"))).isEqualTo(400);
        assertThat(status(asked("query", "{\"class\":"))).isEqualTo(400);
        assertThat(status(asked("query", "[".repeat(10_000)))).isEqualTo(400);
    }

    @Test
    void numberBeyondAllEnginesIsRefused() throws IOException {
        for (String huge : List.of("1e30000000", "-1e30000000", "1e-30000000", "0e2000000000", "9".repeat(500_000))) {
            for (String operation : List.of("query", "explain")) {
                assertThat(asked(
                                operation,
                                "{\"class\": \"Zebra\", \"rql\": \"id < :p\", \"with\": {\"p\": \"" + huge + "\"}}"))
                        .contains(
                                "bad-request",
                                ":p: found a number with more digits than any engine keeps; expected a number of at most 131,072 digits");
            }
        }
        assertThat(asked("query", "{\"class\": \"Zebra\", \"rql\": \"id < 1e30000000\"}"))
                .contains("\"code\":\"bad-number\"", "\"position\":6");
    }

    /** As many as 100,000 with {@code -Despalier.requests=100000}. */
    @Test
    void noRequestMakesTheServerFail() throws IOException {
        Path own = Files.createDirectory(folder.resolve("random"));
        try (Console other = Console.start(
                Zoo.make(own, 100),
                Settings.defaults(),
                ConsoleOptions.defaults()
                        .withRows(100)
                        .withTimeout(Duration.ofMinutes(5))
                        .withWrite())) {
            sendRandomRequests(
                    Wire.of(other),
                    REQUESTS,
                    List.of(
                            "model",
                            "count",
                            "query",
                            "object",
                            "members",
                            "referrers",
                            "graph",
                            "explain",
                            "cell",
                            "health",
                            "sizes",
                            "verify",
                            "progress",
                            "edit",
                            "check",
                            "store",
                            "nothing",
                            "login"));
            assertThat(Wire.of(other).asked("count", "{\"class\": \"Animal\"}"))
                    .startsWith("HTTP/1.1 200")
                    .contains("{\"count\":");
        }
    }

    static void sendRandomRequests(Wire to, int requests, List<String> operations) throws IOException {
        Random random = new Random(7);
        List<String> texts = List.of(
                "\"Zebra\"",
                "\"Lion\"",
                "\"Animal\"",
                "\"\"",
                "null",
                "5",
                "-1",
                "1e99",
                "{}",
                "[]",
                "true",
                "\"name = 'x'\"",
                "\"prey(name = :p)\"",
                "\"'\"",
                "\"((((\"",
                "\"id\"",
                "\"1003\"",
                "\"9223372036854775807\"",
                "\"-9223372036854775808\"",
                "\"\\u0000\"",
                "\"\\ud800\"",
                "\"prey\"",
                "\"Animal.keeper\"",
                "\"<Lion.prey.id = 5\"",
                "{\"p\": \"x\"}",
                "\"COUNT(prey) > 1 ORDER BY name LIMIT 3\"",
                "\"" + "(".repeat(500) + "\"",
                "\"NOT \\\" ; DROP TABLE zebra\"",
                "\"name, keeper.name AS k ORDER BY k LIMIT 3\"",
                "\"keeper.name, COUNT(*) AS n HAVING n > :p\"",
                "2",
                "\"new\"",
                "\"edit\"",
                "\"delete\"",
                "0",
                "{\"name\":\"x\",\"stripes\":\"7\"}",
                "{\"keeper\":{\"new\":\"Zebra\"},\"prey\":{\"list\":[null]}}",
                "[{\"kind\":\"new\",\"class\":\"Zebra\",\"name\":\"z\",\"set\":{\"stripes\":\"8\",\"name\":null}}]",
                "[{\"kind\":\"delete\",\"class\":\"Animal\",\"id\":\"7\",\"version\":0},{\"kind\":\"edit\",\"class\":\"Zebra\",\"id\":\"8\",\"version\":0,\"set\":{\"keeper\":null}}]");
        List<String> names = List.of(
                "class",
                "rql",
                "select",
                "row",
                "column",
                "id",
                "with",
                "size",
                "after",
                "attribute",
                "relation",
                "engine",
                "changes",
                "kind",
                "set",
                "version",
                "name",
                "run",
                "password");
        for (int i = 0; i < requests; i++) {
            StringBuilder body = new StringBuilder("{");
            for (String name : names) {
                if (random.nextInt(3) > 0) {
                    body.append(body.length() > 1 ? "," : "")
                            .append('"')
                            .append(name)
                            .append("\":")
                            .append(texts.get(random.nextInt(texts.size())));
                }
            }
            byte[] request = ("POST /api/" + operations.get(random.nextInt(operations.size())) + " HTTP/1.1\r\nHost: "
                            + to.host() + ":" + to.port() + "\r\nConnection: close\r\n"
                            + "Content-Type: application/json\r\n" + to.admission()
                            + "\r\nContent-Length: " + (body.length() + 1) + "\r\n\r\n" + body + "}")
                    .getBytes(StandardCharsets.ISO_8859_1);
            // With TLS the answer ends where the server closes, and so does the request: its header Connection must be
            // whole.
            boolean isDamaged = random.nextInt(10) == 0 && !(to.sockets() instanceof SSLSocketFactory);
            for (int flips = isDamaged ? 1 + random.nextInt(4) : 0; flips > 0; flips--) {
                request[random.nextInt(request.length)] = (byte) random.nextInt(256);
            }
            String answer = to.raw(request);
            String shown = new String(request, StandardCharsets.ISO_8859_1);
            assertThat(status(answer)).as("request %d: %s", i, shown).isLessThan(500);
            // The JDK's server answers what is no HTTP itself, with the name of the exception.
            boolean isHttp = !answer.contains("text/html");
            assertThat(answer)
                    .as("request %d: %s", i, shown)
                    .doesNotContain("\tat ", "\"internal\"")
                    .doesNotContain(isHttp ? "Exception" : "\tat ");
        }
    }
}
