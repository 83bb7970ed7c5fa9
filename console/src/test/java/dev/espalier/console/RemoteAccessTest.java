package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console on another address than the loopback one: it has TLS and a password, or it does not start. */
class RemoteAccessTest {

    private static final String PASSWORD = "a \u00fcbel long sentence";

    @TempDir
    static Path folder;

    private static Path keystore = Path.of("");
    private static String address = "";
    private static Console console;
    private static Wire wire;
    private static SocketFactory sockets;

    @BeforeAll
    static void start() throws Exception {
        address = Keystores.address();
        keystore = Keystores.make(folder.resolve("console.p12"), "-ext", "SAN=dns:db.example,ip:" + address);
        sockets = Keystores.trusting(keystore);
        console = start(Zoo.make(folder, 10));
        wire = logIn(Wire.of(console, sockets, ""));
    }

    private static Console start(String url) {
        return Console.start(
                url,
                Settings.defaults(),
                ConsoleOptions.defaults()
                        .withTimeout(Duration.ofMinutes(5))
                        .withRemoteAccess(RemoteAccess.of(address, keystore, Keystores.PASSWORD, PASSWORD)));
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    private static Wire logIn(Wire to) throws IOException {
        String answer = to.asked("login", "{\"password\": \"" + PASSWORD + "\"}");
        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .containsPattern("(?i)Set-Cookie: [^\r]*; HttpOnly; SameSite=Strict; Max-Age=28800; Secure\r\n");
        return to.admittedBy(answer);
    }

    private static void refuses(Path store, String secret, String password, String on, String message) {
        assertThatThrownBy(() -> RemoteAccess.of(on, store, secret, password))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void keystoresThatCannotServeAreRefused() throws Exception {
        refuses(
                folder.resolve("none.p12"),
                Keystores.PASSWORD,
                PASSWORD,
                address,
                "none.p12: found no file that can be read; expected a keystore");
        refuses(folder, Keystores.PASSWORD, PASSWORD, address, "found no file that can be read");
        refuses(keystore, "another one", PASSWORD, address, "console.p12: the password of the keystore is wrong");
        refuses(
                Files.writeString(folder.resolve("text.p12"), "no keystore"),
                Keystores.PASSWORD,
                PASSWORD,
                address,
                "text.p12: found no keystore; expected one of the type PKCS #12");
        byte[] half = Files.readAllBytes(keystore);
        refuses(
                Files.write(folder.resolve("half.p12"), java.util.Arrays.copyOf(half, half.length / 2)),
                Keystores.PASSWORD,
                PASSWORD,
                address,
                "half.p12: found no keystore");
        refuses(
                Keystores.copy(keystore, folder.resolve("trusted.p12"), 0),
                Keystores.PASSWORD,
                PASSWORD,
                address,
                "found 0 private keys with a certificate; expected one");
        refuses(
                Keystores.make(folder.resolve("expired.p12"), "-startdate", "-10d", "-validity", "3"),
                Keystores.PASSWORD,
                PASSWORD,
                address,
                "expired.p12: the certificate has expired");
        refuses(
                Keystores.make(folder.resolve("early.p12"), "-startdate", "+10d", "-validity", "3"),
                Keystores.PASSWORD,
                PASSWORD,
                address,
                "early.p12: the certificate is not yet valid");
        refuses(
                Keystores.copy(keystore, folder.resolve("two.p12"), 2),
                Keystores.PASSWORD,
                PASSWORD,
                address,
                "found 2 private keys with a certificate; expected one");
        Path nameless = Keystores.make(folder.resolve("nameless.p12"), "-ext", "SAN=dns:*.example");
        refuses(
                nameless,
                Keystores.PASSWORD,
                PASSWORD,
                "0.0.0.0",
                "nameless.p12: found no name and no address of this machine in the certificate");
        assertThat(RemoteAccess.of(address, nameless, Keystores.PASSWORD, PASSWORD)
                        .names())
                .containsExactly(address);
    }

    @Test
    void passwordsAndAddressesThatCannotServeAreRefused() {
        refuses(
                keystore,
                Keystores.PASSWORD,
                "",
                address,
                "the password of the console: found 0 characters; expected 15 or more");
        refuses(keystore, Keystores.PASSWORD, "fourteen chars", address, "found 14 characters");
        refuses(keystore, Keystores.PASSWORD, PASSWORD, "", "address: found ''");
        refuses(
                keystore,
                Keystores.PASSWORD,
                PASSWORD,
                "no.such.host.invalid",
                "address: found 'no.such.host.invalid'; expected an address or a name of this machine");
        RemoteAccess elsewhere = RemoteAccess.of("203.0.113.77", keystore, Keystores.PASSWORD, PASSWORD);
        assertThatThrownBy(() -> Console.start(
                        "jdbc:sqlite:" + folder.resolve("zoo.db"),
                        Settings.defaults(),
                        ConsoleOptions.defaults().withRemoteAccess(elsewhere)))
                .isInstanceOf(java.io.UncheckedIOException.class)
                .hasMessageContaining("203.0.113.77");
        assertThat(elsewhere.toString()).contains("db.example").doesNotContain(PASSWORD, Keystores.PASSWORD);
    }

    @Test
    void namesOfTheCertificateAreNamesOfTheConsole() {
        assertThat(RemoteAccess.of("0.0.0.0", keystore, Keystores.PASSWORD, PASSWORD)
                        .names())
                .containsExactly("db.example", HostNames.of(address));
        assertThat(HostNames.of("2001:DB8::1")).isEqualTo(HostNames.of("[2001:db8:0:0::1]"));
        assertThat(HostNames.ofHeader("[2001:db8::1]:8443")).isEqualTo(HostNames.of("2001:db8::1") + ":8443");
        assertThat(HostNames.ofHeader("DB.example:8443")).isEqualTo("db.example:8443");
    }

    @Test
    void linkHoldsNoToken() {
        assertThat(console.link()).isEqualTo("https://" + address + ":" + wire.port() + "/");
    }

    @Test
    void loggedInPersonIsAdmitted() throws IOException {
        assertThat(wire.asked("count", "{\"class\": \"Zebra\"}"))
                .startsWith("HTTP/1.1 200")
                .contains("{\"count\":10}");
        assertThat(wire.asked("model", "{}")).contains("\"hasLogIn\":true");
        assertThat(wire.raw("POST /api/count HTTP/1.1\r\nHost: DB.example:" + wire.port()
                        + "\r\nOrigin: https://DB.example:" + wire.port()
                        + "\r\nConnection: close\r\nContent-Type: application/json\r\n" + wire.admission()
                        + "\r\nContent-Length: 18\r\n\r\n{\"class\": \"Zebra\"}"))
                .as("the name in the certificate")
                .contains("{\"count\":10}");
    }

    @Test
    void personWithoutLoginIsRefused() throws IOException {
        for (String token : List.of("", wire.token().substring(1), wire.token() + "x")) {
            assertThat(Wire.status(new Wire(sockets, wire.host(), wire.port(), token, wire.key()).asked("model", "{}")))
                    .as(token)
                    .isEqualTo(401);
        }
        for (String operation : List.of("count", "query", "store", "logout", "nothing")) {
            assertThat(Wire.of(console, sockets, "x").asked(operation, "{\"class\": \"Zebra\"}"))
                    .as(operation)
                    .startsWith("HTTP/1.1 401")
                    .contains("login-required")
                    .doesNotContain("count");
        }
        assertThat(Wire.status(wire.post("model", "Content-Type: application/json\r\n", "{}")))
                .isEqualTo(401);
    }

    @Test
    void loggedOutPersonIsRefused() throws IOException {
        Wire other = logIn(wire);
        assertThat(Wire.status(other.asked("model", "{}"))).isEqualTo(200);
        assertThat(Wire.status(other.asked("logout", "{}"))).isEqualTo(200);
        assertThat(Wire.status(other.asked("model", "{}"))).isEqualTo(401);
        assertThat(Wire.status(wire.asked("model", "{}"))).as("another session").isEqualTo(200);
    }

    @Test
    void logInOfAnotherHostOriginOrSiteIsRefusedBeforeThePasswordIsLookedAt() throws IOException {
        String body = "{\"password\": \"" + PASSWORD + "\"}";
        String json = "Content-Type: application/json\r\n";
        for (String header : List.of(
                "Origin: http://" + address + ":" + wire.port(),
                "Origin: https://evil.example",
                "Origin: null",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site")) {
            assertThat(wire.post("login", json + header + "\r\n", body))
                    .as(header)
                    .startsWith("HTTP/1.1 403")
                    .doesNotContainIgnoringCase("Set-Cookie")
                    .doesNotContain("key\":", "Access-Control");
        }
        for (String host : List.of(
                "evil.example:" + wire.port(), address, "127.0.0.2:" + wire.port(), "localhost:" + wire.port())) {
            String request = "POST /api/login HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + json
                    + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
            assertThat(wire.raw(request)).as(host).startsWith("HTTP/1.1 403").doesNotContain("key\":");
            assertThat(Wire.status(wire.raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")))
                    .as(host)
                    .isEqualTo(403);
        }
        assertThat(Wire.status(wire.post("login", "Content-Type: text/plain\r\n", body)))
                .isEqualTo(415);
        assertThat(Wire.status(wire.raw("GET /api/login?password=x HTTP/1.1\r\nHost: " + address + ":" + wire.port()
                        + "\r\nConnection: close\r\n\r\n")))
                .isEqualTo(405);
        assertThat(Wire.status(wire.asked("login", "{\"password\": 5}"))).isEqualTo(400);
        assertThat(Wire.status(wire.asked("login", "{}"))).isEqualTo(400);
    }

    @Test
    void wrongPasswordsAreLimitedAndNoRequestMakesTheServerFail() throws Exception {
        Path own = Files.createDirectory(folder.resolve("guessed"));
        try (Console guessed = start(Zoo.make(own, 10))) {
            Wire stranger = Wire.of(guessed, sockets, "x");
            List<CompletableFuture<String>> answers = IntStream.range(0, LogIn.MOST_WRONG + 3)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return stranger.asked("login", "{\"password\": \"guess " + i + "\"}");
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            },
                            work -> new Thread(work).start()))
                    .toList();
            List<Integer> statuses = new ArrayList<>();
            for (CompletableFuture<String> answer : answers) {
                statuses.add(Wire.status(answer.get()));
            }
            assertThat(statuses).filteredOn(status -> status == 401).hasSize(LogIn.MOST_WRONG);
            assertThat(statuses).filteredOn(status -> status == 429).hasSize(3);
            assertThat(stranger.asked("login", "{\"password\": \"" + PASSWORD + "\"}"))
                    .as("the right one")
                    .startsWith("HTTP/1.1 429")
                    .containsIgnoringCase("Retry-After: 60");
            AccessTest.sendRandomRequests(
                    stranger, AccessTest.REQUESTS / 20, List.of("login", "logout", "login", "model", "store"));
        }
    }

    @Test
    void withoutTlsNothingIsAnswered() throws Exception {
        Wire plain = new Wire(SocketFactory.getDefault(), wire.host(), wire.port(), wire.token(), wire.key());
        assertThat(plain.asked("model", "{}")).doesNotContain("HTTP/1.1 200", "classes");
        assertThat(greet(3)).as("TLS 1.2 is greeted").isEqualTo(0x16);
        assertThat(greet(2)).as("TLS 1.1 is not").isNotEqualTo(0x16);
        for (String version : List.of("TLSv1.2", "TLSv1.3")) {
            try (SSLSocket socket = (SSLSocket) wire.open()) {
                socket.setEnabledProtocols(new String[] {version});
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).isEqualTo(version);
            }
        }
    }

    /** Greets byte by byte, because the JDK's client refuses older versions itself (RFC 5246, 7.4.1.2); returns the first byte of the answer, 0x16 for a greeting. */
    private static int greet(int minorVersion) throws IOException {
        String version = "030" + minorVersion;
        String hello = version + "00".repeat(32) + "00" + "0004c02bc009" + "0100" + "0012" + "000a00040002" + "0017"
                + "000d00060004" + "04030203";
        String handshake = "01" + String.format("%06x", hello.length() / 2) + hello;
        String message = "16" + version + String.format("%04x", handshake.length() / 2) + handshake;
        try (Socket socket = new Socket(InetAddress.getByName(wire.host()), wire.port())) {
            socket.setSoTimeout(300_000);
            socket.getOutputStream().write(HexFormat.of().parseHex(message));
            return socket.getInputStream().read();
        }
    }

    @Test
    void strangersWhoNeverEndTheirHandshakeKeepNobodyOut() throws Exception {
        List<Socket> strangers = new ArrayList<>();
        try {
            Random random = new Random(3);
            for (int i = 0; i < 230; i++) {
                Socket socket = new Socket(InetAddress.getByName(wire.host()), wire.port());
                strangers.add(socket);
                byte[] noise = new byte[20];
                random.nextBytes(noise);
                System.arraycopy(new byte[] {0x16, 3, 1, 1, 0, 1, 0, 0, (byte) 0xfc, 3, 3}, 0, noise, 0, 11);
                socket.getOutputStream().write(noise);
            }
            assertThat(wire.asked("count", "{\"class\": \"Zebra\"}")).contains("{\"count\":10}");
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }
}
