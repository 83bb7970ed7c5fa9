package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers who ask and do not read. The numbers of threads are small, so that few strangers keep all of them. */
class SlowReadersTest {

    private static final int THREADS = 3;
    private static final int WAITING = 2;

    /** More than the buffers of both ends take: Linux lets that of a sender grow to 4 MB. */
    private static final int ROWS = 2_000;

    @TempDir
    static Path folder;

    private static String url = "";

    private final List<Socket> strangers = new ArrayList<>();

    static class Page {
        long id;
        String text = "x".repeat(4_000);
    }

    @BeforeAll
    static void make() {
        url = "jdbc:sqlite:" + folder.resolve("pages.db");
        try (Database db = Database.open(url, Model.of(Page.class))) {
            db.storeAll(IntStream.range(0, ROWS).mapToObj(i -> new Page()).toList());
        }
    }

    private static Console start(Duration writing) {
        return start(writing, 1L << 30);
    }

    private static Console start(Duration writing, long bytes) {
        return start(ConsoleOptions.defaults(), writing, bytes);
    }

    private static Console start(ConsoleOptions options, Duration writing, long bytes) {
        return Console.start(
                url,
                Settings.defaults(),
                options.withRows(ROWS).withTimeout(Duration.ofMinutes(5)),
                null,
                new ServerLimits(THREADS, WAITING, writing, bytes, Server.threads("test")));
    }

    @AfterEach
    void leave() throws IOException {
        for (Socket stranger : strangers) {
            stranger.close();
        }
    }

    /** Asks for a long answer, and reads its first byte, if that is wanted, and no more. */
    private void ask(Wire wire, boolean waits) throws IOException {
        Socket plain = new Socket();
        strangers.add(plain);
        plain.setReceiveBufferSize(4_096);
        plain.connect(new InetSocketAddress(InetAddress.getByName(wire.host()), wire.port()));
        Socket socket = wire.sockets() instanceof SSLSocketFactory tls
                ? tls.createSocket(plain, wire.host(), wire.port(), true)
                : plain;
        String body = "{\"class\": \"Page\", \"rql\": \"\", \"size\": " + ROWS + "}";
        socket.getOutputStream()
                .write(("POST /api/query HTTP/1.1\r\nHost: " + wire.host() + ":" + wire.port()
                                + "\r\nContent-Type: application/json\r\n" + wire.admission()
                                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII));
        if (waits) {
            assertThat(socket.getInputStream().read())
                    .as("its answer has begun")
                    .isEqualTo('H');
        }
    }

    @Test
    void strangersWhoDoNotReadKeepNobodyOut() throws IOException {
        try (Console console = start(Duration.ofMillis(500))) {
            Wire wire = Wire.of(console);
            for (int i = 0; i < THREADS; i++) {
                ask(wire, true);
            }
            assertThat(wire.asked("count", "{\"class\": \"Page\"}"))
                    .startsWith("HTTP/1.1 200")
                    .contains("{\"count\":" + ROWS + "}");
        }
    }

    /** The end of TLS is written, too, and nobody reads it. */
    @Test
    void strangersWhoDoNotReadTlsKeepNobodyOut() throws Exception {
        String password = "a long sentence of several words";
        String address = Keystores.address();
        Path keystore = Keystores.make(folder.resolve("console.p12"), "-ext", "SAN=ip:" + address);
        try (Console console = start(
                ConsoleOptions.defaults()
                        .withRemoteAccess(RemoteAccess.of(address, keystore, Keystores.PASSWORD, password)),
                Duration.ofMillis(500),
                1L << 30)) {
            Wire stranger = Wire.of(console, Keystores.trusting(keystore), "");
            Wire wire = stranger.admittedBy(stranger.asked("login", "{\"password\": \"" + password + "\"}"));
            for (int i = 0; i < THREADS; i++) {
                ask(wire, true);
            }
            assertThat(wire.asked("count", "{\"class\": \"Page\"}"))
                    .startsWith("HTTP/1.1 200")
                    .contains("{\"count\":" + ROWS + "}");
        }
    }

    @Test
    void requestBeyondThoseThatWaitIsRefused() throws IOException {
        try (Console console = start(Duration.ofHours(1))) {
            Wire wire = Wire.of(console);
            for (int i = 0; i < THREADS + WAITING; i++) {
                ask(wire, i < THREADS);
            }
            String answer;
            do { // the last strangers may not have arrived yet, or one was refused in place of this request
                ask(wire, false);
                answer = wire.asked("count", "{\"class\": \"Page\"}");
            } while (answer.contains(" 200 "));
            assertThat(answer)
                    .startsWith("HTTP/1.1 503")
                    .contains("\"code\":\"busy\"")
                    .containsIgnoringCase("retry-after: 1");
        }
    }

    @Test
    void answerBeyondAllMemoryForAnswersIsRefused() throws IOException {
        try (Console console = start(Duration.ofHours(1), 1_000_000)) {
            assertThat(Wire.of(console).asked("query", "{\"class\": \"Page\", \"rql\": \"\", \"size\": " + ROWS + "}"))
                    .contains("\"code\":\"too-large\"", "ask for fewer objects");
        }
    }
}
