package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The web server: admits a request or refuses it, and hands it to the page's files or to the interface. */
final class Server implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    /** A request is a query, or the name of an object. */
    private static final int LONGEST_BODY = 1 << 20;

    /**
     * A browser asks by six connections at once. Others of this machine can open connections and send half a request: each of these keeps a thread until
     * the request has taken too long to arrive. More requests than threads wait.
     */
    private static final int THREADS = 200;

    /** The JDK's server reads this property when its first server starts in a process: seconds for a request to arrive, body included. It has no limit by default. */
    private static final String LONGEST_ARRIVAL = "sun.net.httpserver.maxReqTime";
    private static final String ARRIVAL_SECONDS = "10";

    /** No script but the page's own, no connection but to this server, no page around it. */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin");

    private final HttpServer http;
    private final ExecutorService handlers;
    private final Access access;
    private final Api api;
    private final LongAnswer answers;

    private Server(HttpServer http, String token, Api api, ConsoleOptions options) {
        this.http = http;
        this.access = new Access(http.getAddress().getPort(), token);
        this.api = api;
        this.answers = new LongAnswer(options.timeout());
        ThreadPoolExecutor pool = new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Server.threads("espalier-console"));
        pool.allowCoreThreadTimeOut(true);
        this.handlers = pool;
        http.setExecutor(handlers);
        http.createContext("/", this::handle);
        http.start();
    }

    static Server start(ConsoleOptions options, String token, Api api) throws IOException {
        if (System.getProperty(LONGEST_ARRIVAL) == null) {
            System.setProperty(LONGEST_ARRIVAL, ARRIVAL_SECONDS);
        }
        return new Server(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port()), 0), token, api, options);
    }

    static java.util.concurrent.ThreadFactory threads(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    int port() {
        return http.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            HEADERS.forEach(exchange.getResponseHeaders()::set);
            respond(exchange);
        } catch (IOException e) {
            LOG.debug("the browser went away", e);
        } catch (RuntimeException e) {
            LOG.error("a request failed", e);
        }
    }

    private void respond(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        if (path == null) {
            refuse(exchange, 400, "bad-request", "the request has no path");
        } else if (path.startsWith("/api/")) {
            respondWithData(exchange, path.substring("/api/".length()));
        } else {
            respondWithFile(exchange, path);
        }
    }

    private void respondWithFile(HttpExchange exchange, String path) throws IOException {
        String refusal = access.refusalOfPage(exchange.getRequestHeaders());
        if (refusal != null) {
            refuse(exchange, 403, "forbidden", refusal);
            return;
        }
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        if (!isHead && !exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            refuse(exchange, 405, "method", "the page's files are read by GET");
            return;
        }
        PageFiles.File file = PageFiles.find(path);
        if (file == null) {
            refuse(exchange, 404, "not-found", "there is no such file");
            return;
        }
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", file.type());
        headers.set("Cache-Control", "no-cache");
        headers.set("ETag", file.tag());
        if (file.tag().equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
            exchange.sendResponseHeaders(304, -1);
        } else if (isHead) {
            exchange.sendResponseHeaders(200, -1);
        } else {
            exchange.sendResponseHeaders(200, file.content().length);
            exchange.getResponseBody().write(file.content());
        }
    }

    private void respondWithData(HttpExchange exchange, String operation) throws IOException {
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        String refusal = access.refusalOfData(exchange.getRequestHeaders());
        if (refusal != null) {
            refuse(exchange, 403, "forbidden", refusal);
            return;
        }
        Api.Operation found = api.find(operation);
        if (found == null && Api.isWriting(operation)) {
            refuse(exchange, 403, "read-only", "the console was started without --write");
            return;
        }
        if (found == null) {
            refuse(exchange, 404, "not-found", "there is no such operation");
            return;
        }
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            refuse(exchange, 405, "method", "data are asked for by POST");
            return;
        }
        if (!"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
            refuse(exchange, 415, "content-type", "the header Content-Type must be application/json");
            return;
        }
        byte[] body = body(exchange.getRequestBody());
        if (body == null) {
            refuse(exchange, 413, "too-large", "a request may have " + LONGEST_BODY + " bytes");
            return;
        }
        JsonNode request;
        try {
            request = Json.read(body);
        } catch (RequestException e) {
            refuse(exchange, 400, "bad-request", String.valueOf(e.getMessage()));
            return;
        }
        answers.send(exchange, () -> found.answer(new Request(request)));
    }

    private static byte @Nullable [] body(InputStream in) throws IOException {
        byte[] body = in.readNBytes(LONGEST_BODY + 1);
        return body.length > LONGEST_BODY ? null : body;
    }

    private static void refuse(HttpExchange exchange, int status, String code, String message) throws IOException {
        byte[] text = Json.write(Json.error(code, message)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead ? -1 : text.length);
        if (!isHead) {
            exchange.getResponseBody().write(text);
        }
    }

    @Override
    public void close() {
        http.stop(0);
        answers.close();
        handlers.shutdownNow();
    }
}
