package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LongAnswerTest {

    /**
     * Asks for work that lasts until it is interrupted; returns what the browser reads, and whether the work was interrupted. Empty where the time was over
     * before the work had begun.
     */
    private static String ask(Duration timeout, boolean leaves) throws Exception {
        CompletableFuture<String> work = new CompletableFuture<>();
        CountDownLatch begun = new CountDownLatch(1);
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService handlers = Executors.newCachedThreadPool();
        http.setExecutor(handlers);
        try (WriteLimit writing = new WriteLimit(Duration.ofMinutes(1));
                LongAnswer answers = new LongAnswer(timeout, writing)) {
            http.createContext("/", exchange -> {
                try (exchange) {
                    answers.send(exchange, new ByteBudget(1_000_000).share(), () -> {
                        begun.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            work.complete("interrupted");
                        }
                        return Json.object();
                    });
                }
            });
            http.start();
            try (Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(), http.getAddress().getPort())) {
                socket.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                if (!leaves) {
                    String read = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    return begun.await(10, TimeUnit.SECONDS) ? read + work.get() : "";
                }
                begun.await();
            }
            return work.get();
        } finally {
            http.stop(0);
            handlers.shutdownNow();
        }
    }

    @Test
    void workIsInterruptedWhenTheBrowserGoesAway() throws Exception {
        assertThat(ask(Duration.ofHours(1), true)).isEqualTo("interrupted");
    }

    @Test
    void workIsInterruptedAfterTheTimeout() throws Exception {
        String answer;
        do { // a busy machine may begin the work too late
            answer = ask(Duration.ofMillis(600), false);
        } while (answer.isEmpty());
        assertThat(answer).contains("\"code\":\"timeout\"").endsWith("interrupted");
    }

    @Test
    void errorOfTheWorkIsAnswered() throws Exception {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (WriteLimit writing = new WriteLimit(Duration.ofMinutes(1));
                LongAnswer answers = new LongAnswer(Duration.ofHours(1), writing)) {
            http.createContext("/", exchange -> {
                try (exchange) {
                    answers.send(exchange, new ByteBudget(1_000_000).share(), () -> {
                        throw exchange.getRequestURI().getPath().equals("/memory")
                                ? new OutOfMemoryError("for the test")
                                : new StackOverflowError("for the test");
                    });
                }
            });
            http.start();
            for (String path : List.of("/memory", "/stack")) {
                try (Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), http.getAddress().getPort())) {
                    socket.getOutputStream()
                            .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
                    assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                            .contains(path.equals("/memory") ? "\"code\":\"too-large\"" : "\"code\":\"internal\"");
                }
            }
        } finally {
            http.stop(0);
        }
    }
}
