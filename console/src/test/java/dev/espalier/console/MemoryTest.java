package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.espalier.Database;
import dev.espalier.Settings;
import dev.espalier.evolution.ModelDraft;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that take much memory, and what is left of the console when there was too little. The bounds are small, so that few requests reach them. */
class MemoryTest {

    /** Of a request. It is counted many times, because its values take more memory than its text. */
    private static final int LONGEST = 20_000;

    private static final long BYTES = 2 * 32 * LONGEST;

    @TempDir
    static Path folder;

    private static String url = "";

    @BeforeAll
    static void make() {
        url = Zoo.make(folder, 10);
    }

    private static Console start(ThreadFactory factory) {
        return Console.start(
                url,
                Settings.defaults(),
                ConsoleOptions.defaults().withTimeout(Duration.ofMinutes(5)),
                null,
                new ServerLimits(200, 200, Duration.ofHours(1), BYTES, factory));
    }

    private static String count(int length) {
        String count = "{\"class\": \"Zebra\"}";
        return count + " ".repeat(length - count.length());
    }

    @Test
    void longerRequestIsRefused() throws IOException {
        try (Console console = start(Server.threads("test"))) {
            assertThat(Wire.of(console).asked("count", count(LONGEST))).contains("{\"count\":10}");
            assertThat(Wire.of(console).asked("count", count(LONGEST + 1)))
                    .startsWith("HTTP/1.1 413")
                    .contains("\"code\":\"too-large\"", "a request may have 20000 bytes");
        }
    }

    /** Sends all of a request but its last letter. */
    private static Socket stranger(Wire wire) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), wire.port());
        socket.getOutputStream()
                .write(("POST /api/count HTTP/1.1\r\nHost: 127.0.0.1:" + wire.port()
                                + "\r\nContent-Type: application/json\r\n" + wire.admission()
                                + "\r\nContent-Length: " + LONGEST + "\r\n\r\n" + count(LONGEST - 1))
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void requestsThatTogetherTakeTooMuchAreRefusedAndLaterOnesAnswered() throws IOException {
        List<Socket> strangers = new ArrayList<>();
        try (Console console = start(Server.threads("test"))) {
            Wire wire = Wire.of(console);
            for (int i = 0; i < 50; i++) {
                strangers.add(stranger(wire));
            }
            String answer;
            do { // the strangers may not have arrived yet, or were refused in place of this request
                strangers.add(stranger(wire));
                answer = wire.asked("count", count(LONGEST / 2));
            } while (!answer.contains(" 503 "));
            assertThat(answer).contains("\"code\":\"busy\"").containsIgnoringCase("retry-after: 1");
            for (Socket stranger : strangers) {
                stranger.close();
            }
            do { // the console must notice it first
                answer = wire.asked("count", count(LONGEST));
            } while (answer.contains(" 503 "));
            assertThat(answer).startsWith("HTTP/1.1 200").contains("{\"count\":10}");
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Attack {
        void on(Server server, CountDownLatch death, Semaphore started) throws Exception;
    }

    /** Starts a server with one more thread, made as the JDK's server makes its own, that dies by an Error on demand. */
    private static void attack(int starts, Attack attack) throws Exception {
        CountDownLatch death = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        Semaphore started = new Semaphore(0);
        ConsoleOptions options = ConsoleOptions.defaults();
        try (Database database = Database.openCatalog(url, Settings.defaults());
                Server server = Server.start(
                        options,
                        new Api(
                                database,
                                ModelView.of(ModelDraft.ofDatabase(url, Settings.defaults())),
                                options,
                                null,
                                "zoo"),
                        ServerLimits.defaults(),
                        address -> {
                            if (calls.incrementAndGet() > starts) {
                                throw new BindException("for the test");
                            }
                            if (calls.get() == 1) {
                                new Thread(() -> {
                                            awaitUninterruptibly(death);
                                            throw new OutOfMemoryError("for the test");
                                        })
                                        .start();
                            }
                            HttpServer http = HttpServer.create(address, 0);
                            started.release();
                            return http;
                        })) {
            attack.on(server, death, started);
        }
    }

    @Test
    void serverThatHasLostAThreadStartsAgainOnItsPort() throws Exception {
        attack(2, (server, death, started) -> {
            Wire wire = Wire.of(server.link());
            assertThat(wire.asked("count", count(100))).contains("{\"count\":10}");
            death.countDown();
            started.acquire(2);
            String answer;
            do { // nobody listens for a moment
                answer = askedOrRefused(wire);
            } while (answer.isEmpty());
            assertThat(answer).startsWith("HTTP/1.1 200").contains("{\"count\":10}");
        });
    }

    private static String askedOrRefused(Wire wire) throws IOException {
        try {
            return wire.asked("count", count(100));
        } catch (ConnectException e) {
            return "";
        }
    }

    @Test
    void serverThatCannotStartAgainEnds() throws Exception {
        attack(1, (server, death, started) -> {
            death.countDown();
            assertThat(server.awaitEnd()).isFalse();
        });
    }

    @Test
    void threadsOfTheServerOfTheJdkAreWatched() throws Exception {
        try (Console console = start(Server.threads("test"))) {
            assertThat(Wire.of(console).asked("count", count(100))).contains("{\"count\":10}");
            List<String> watched = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getThreadGroup() != null
                            && thread.getThreadGroup().getName().equals("espalier-console"))
                    .map(Thread::getName)
                    .toList();
            assertThat(watched).contains("HTTP-Dispatcher").anyMatch(name -> name.contains("time"));
        }
    }
}
