package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The web server: admits a request or refuses it, and hands it to the page's files or to the interface. */
final class Server implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    /** A request is a query, or the name of an object. */
    private static final int LONGEST_BODY = 1 << 20;

    /** Whoever logs in is a stranger until then. */
    private static final int LONGEST_LOG_IN = 10_000;

    /** A value of JSON has two characters at least, such as {@code [],}, and takes 64 bytes of memory. */
    private static final int MEMORY_OF_A_BYTE = 32;

    /** The JDK's server reads this property when its first server starts in a process: seconds for a request to arrive, body included. It has no limit by default. */
    private static final String LONGEST_ARRIVAL = "sun.net.httpserver.maxReqTime";

    private static final String ARRIVAL_SECONDS = "10";

    /** No script but the page's own, no connection but to this server, no page around it. */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin");

    /** The maximum time between two requests of a log-in. */
    private static final Duration LONGEST_REST = Duration.ofHours(8);

    private static final Duration ALWAYS = Duration.ofNanos(Long.MAX_VALUE);

    private final Listener listener;
    private final ByteBudget budget;
    private final Handlers handlers;
    private final WriteLimit writing;
    private final Tokens tokens;
    private final Access access;
    private final @Nullable LogIn logIn;
    private final @Nullable OneTimeLink oneTimeLink;
    private final String page;
    private final @Nullable Consumer<String> links;
    private final Operations operations;
    private final LongAnswer answers;

    private Server(Listener listener, Operations operations, ConsoleOptions options, ServerLimits limits)
            throws IOException {
        RemoteAccess remote = options.remote();
        int port = listener.port();
        this.listener = listener;
        this.budget = new ByteBudget(limits.bytes());
        this.tokens = new Tokens(remote == null ? ALWAYS : LONGEST_REST, System::nanoTime);
        this.access = remote == null
                ? new Access("http", Set.of("127.0.0.1", "localhost"), port, tokens)
                : new Access("https", remote.names(), port, tokens);
        this.logIn = remote == null
                ? null
                : new LogIn(remote.password(), System::nanoTime, time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
        this.page = remote == null ? "http://127.0.0.1:" + port + "/" : remote.link(port);
        this.oneTimeLink = remote == null ? new OneTimeLink(page) : null;
        this.links = options.links();
        this.operations = operations;
        this.writing = new WriteLimit(limits.writing());
        this.answers = new LongAnswer(options.timeout(), writing);
        this.handlers = new Handlers(limits);
        listener.start(this::handle, handlers);
        announceLink();
    }

    static Server start(ConsoleOptions options, Operations operations, ServerLimits limits) throws IOException {
        RemoteAccess remote = options.remote();
        return start(
                options,
                operations,
                limits,
                remote == null ? address -> HttpServer.create(address, 0) : address -> https(address, remote));
    }

    static Server start(ConsoleOptions options, Operations operations, ServerLimits limits, Listener.Opening opening)
            throws IOException {
        if (System.getProperty(LONGEST_ARRIVAL) == null) {
            System.setProperty(LONGEST_ARRIVAL, ARRIVAL_SECONDS);
        }
        InetAddress address = options.remote() == null
                ? InetAddress.getLoopbackAddress()
                : options.remote().address();
        return new Server(
                new Listener(opening, new InetSocketAddress(address, options.port())), operations, options, limits);
    }

    private static HttpServer https(InetSocketAddress address, RemoteAccess remote) throws IOException {
        HttpsServer https = HttpsServer.create(address, 0);
        https.setHttpsConfigurator(new HttpsConfigurator(remote.tls()) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters tls = getSSLContext().getDefaultSSLParameters();
                tls.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
                parameters.setSSLParameters(tls);
            }
        });
        return https;
    }

    /** Makes the daemon threads of the console, each with a number; those of the core are in a package that is not exported. */
    static java.util.concurrent.ThreadFactory threads(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            // Its pool makes another one.
            thread.setUncaughtExceptionHandler((failed, e) -> LOG.error("a thread of the console failed", e));
            return thread;
        };
    }

    String link() {
        return oneTimeLink == null ? page : oneTimeLink.text();
    }

    private void announceLink() {
        if (links != null) {
            links.accept(link());
        }
    }

    private void handle(HttpExchange exchange) {
        try (ByteBudget.Share share = budget.share()) {
            HEADERS.forEach(exchange.getResponseHeaders()::set);
            if (handlers.mustRefuse()) {
                refuseAsBusy(exchange, "too many requests wait for an answer; try again");
            } else {
                respond(exchange, share);
            }
        } catch (IOException e) {
            LOG.debug("the browser went away, or did not take its answer", e);
        } catch (RuntimeException | Error e) {
            LOG.error("a request failed", e);
        } finally {
            close(exchange);
        }
    }

    /** Writes what is left of an answer. */
    private void close(HttpExchange exchange) {
        try {
            writing.write(exchange::close);
        } catch (IOException e) {
            LOG.debug("the browser went away", e);
        }
    }

    private void respond(HttpExchange exchange, ByteBudget.Share share) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        if (path == null) {
            refuse(exchange, 400, "bad-request", "the request has no path");
        } else if (path.startsWith("/api/")) {
            respondWithData(exchange, path.substring("/api/".length()), share);
        } else if (oneTimeLink != null && path.equals(OneTimeLink.PATH)) {
            open(exchange, oneTimeLink);
        } else {
            respondWithFile(exchange, path);
        }
    }

    /** Changes the token of the link for a cookie, and leads to the page. One that was used leads there, too: the page says so to a browser that is not admitted. */
    private void open(HttpExchange exchange, OneTimeLink of) throws IOException {
        String refusal = access.refusalOfPage(exchange.getRequestHeaders());
        if (refusal != null) {
            refuse(exchange, 403, "forbidden", refusal);
            return;
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET");
            refuse(exchange, 405, "method", "the link is opened by GET");
            return;
        }
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        String query = exchange.getRequestURI().getRawQuery();
        boolean isAdmitted = query != null && of.use(query);
        headers.set("Location", isAdmitted ? "/#key=" + admit(headers) : "/");
        try {
            write(exchange, 303, null);
        } finally {
            if (isAdmitted) {
                announceLink(); // if the browser has gone away, too: nobody could use the one before again
            }
        }
    }

    /** Gives a browser a new token, and returns its key. */
    private String admit(Headers headers) {
        String token = tokens.make();
        headers.set("Set-Cookie", access.setCookie(token));
        return tokens.key(token);
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
            write(exchange, 304, null);
        } else {
            write(exchange, 200, isHead ? null : file.content());
        }
    }

    private void respondWithData(HttpExchange exchange, String operation, ByteBudget.Share share) throws IOException {
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        String refusal = access.refusalOfRequest(exchange.getRequestHeaders());
        if (refusal != null) {
            refuse(exchange, 403, "forbidden", refusal);
            return;
        }
        if (logIn != null && operation.equals("login")) {
            Request request = read(exchange, share, LONGEST_LOG_IN);
            if (request != null) {
                answerLogIn(exchange, logIn, request);
            }
            return;
        }
        String token = access.token(exchange.getRequestHeaders());
        if (token == null) {
            if (logIn == null) {
                refuse(
                        exchange,
                        401,
                        "link-required",
                        "found no cookie of a browser that opened a link of the console");
            } else {
                refuse(exchange, 401, "login-required", "found nobody who is logged in; reload the page to log in");
            }
            return;
        }
        if (operation.equals("logout")) {
            if (read(exchange, share, LONGEST_BODY) != null) {
                tokens.end(token);
                exchange.getResponseHeaders().set("Set-Cookie", access.removeCookie());
                send(exchange, 200, Json.object());
            }
            return;
        }
        if (tokens.mustRenew(token)) {
            exchange.getResponseHeaders().set("Set-Cookie", access.setCookie(token));
        }
        Api.Operation found = operations.find(operation);
        if (found == null && Api.isWriting(operation)) {
            refuse(exchange, 403, "read-only", "the console was started without --write");
            return;
        }
        if (found == null) {
            refuse(exchange, 404, "not-found", "there is no such operation");
            return;
        }
        Request request = read(exchange, share, LONGEST_BODY);
        if (request != null) {
            answers.send(exchange, share, () -> found.answer(request));
        }
    }

    private void answerLogIn(HttpExchange exchange, LogIn of, Request request) throws IOException {
        try {
            InetAddress from = exchange.getRemoteAddress().getAddress();
            switch (of.check(from, request.text("password"))) {
                case RIGHT -> {
                    LOG.info("{} has logged in", from.getHostAddress());
                    send(exchange, 200, Json.object().put("key", admit(exchange.getResponseHeaders())));
                }
                case WRONG -> {
                    LOG.warn("a wrong password from {}", from.getHostAddress());
                    refuse(exchange, 401, "wrong-password", "the password is wrong");
                }
                case LATER -> {
                    exchange.getResponseHeaders().set("Retry-After", "60");
                    refuse(exchange, 429, "too-many", "too many wrong passwords came from this address; wait a minute");
                }
            }
        } catch (RequestException e) {
            refuse(exchange, 400, "bad-request", String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refuse(exchange, 503, "stopped", "the console was stopped");
        }
    }

    /** Reads the body of a request; refuses it and returns null, if it is none that the page would send. */
    private @Nullable Request read(HttpExchange exchange, ByteBudget.Share share, int longest) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            refuse(exchange, 405, "method", "data are asked for by POST");
            return null;
        }
        if (!"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
            refuse(exchange, 415, "content-type", "the header Content-Type must be application/json");
            return null;
        }
        // The rest is for answers.
        byte[] body = body(exchange, share, (int) Math.min(longest, budget.most() / 2 / MEMORY_OF_A_BYTE));
        if (body == null) {
            return null;
        }
        try {
            return new Request(Json.read(body));
        } catch (RequestException e) {
            refuse(exchange, 400, "bad-request", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private byte @Nullable [] body(HttpExchange exchange, ByteBudget.Share share, int longest) throws IOException {
        // The JDK's server has read it as a number.
        String declared = exchange.getRequestHeaders().getFirst("Content-Length");
        if (declared != null && Long.parseLong(declared) > longest) {
            refuse(exchange, 413, "too-large", "a request may have " + longest + " bytes");
            return null;
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        byte[] piece = new byte[8_192];
        InputStream in = exchange.getRequestBody();
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            if (whole.size() + length > longest) {
                refuse(exchange, 413, "too-large", "a request may have " + longest + " bytes");
                return null;
            }
            if (!share.take((long) length * MEMORY_OF_A_BYTE)) {
                refuseAsBusy(exchange, "other requests and answers take all memory that there is for them; try again");
                return null;
            }
            whole.write(piece, 0, length);
        }
        return whole.toByteArray();
    }

    private void refuseAsBusy(HttpExchange exchange, String message) throws IOException {
        exchange.getResponseHeaders().set("Retry-After", "1");
        refuse(exchange, 503, "busy", message);
    }

    private void refuse(HttpExchange exchange, int status, String code, String message) throws IOException {
        send(exchange, status, Json.error(code, message));
    }

    private void send(HttpExchange exchange, int status, JsonNode json) throws IOException {
        byte[] text = Json.write(json).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        write(exchange, status, exchange.getRequestMethod().equals("HEAD") ? null : text);
    }

    private void write(HttpExchange exchange, int status, byte @Nullable [] content) throws IOException {
        writing.write(() -> {
            exchange.sendResponseHeaders(status, content == null ? -1 : content.length);
            if (content != null) {
                exchange.getResponseBody().write(content);
            }
        });
    }

    /** Waits for the end; true if it is closed, false if it has failed. */
    boolean awaitEnd() throws InterruptedException {
        return listener.awaitEnd();
    }

    @Override
    public void close() {
        listener.close();
        answers.close();
        handlers.close();
        writing.close();
    }
}
