package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.espalier.error.EspalierException;
import dev.espalier.error.QueryException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that may take long. The server sends a space, which JSON allows before a value, four times a second until the answer is there. If the browser
 * has gone away, the space cannot be sent; then the work is interrupted, which cancels its statement. So the status is 200 for errors of the work, too:
 * {@code {"error": {"code": ..., "message": ..., "position": ...}}}.
 */
final class LongAnswer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LongAnswer.class);

    private static final long BEAT_MILLIS = 250;

    /** A text of an answer takes a byte of memory for each letter, the nodes around it as much. */
    private static final int MEMORY_OF_A_BYTE = 2;

    private final Duration timeout;
    private final WriteLimit writing;
    private final ExecutorService workers = Executors.newCachedThreadPool(Server.threads("espalier-console-work"));

    LongAnswer(Duration timeout, WriteLimit writing) {
        this.timeout = timeout;
        this.writing = writing;
    }

    /** The work for one answer. */
    interface Work {
        JsonNode answer();
    }

    void send(HttpExchange exchange, ByteBudget.Share share, Work work) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        Future<JsonNode> answer = workers.submit(work::answer);
        try {
            writing.write(() -> exchange.sendResponseHeaders(200, 0));
            OutputStream out = exchange.getResponseBody();
            JsonNode json = counted(await(answer, out), share);
            writing.write(() -> Json.write(json, out));
        } finally {
            answer.cancel(true);
        }
    }

    /** The answer is in memory until its reader has taken it. */
    private static JsonNode counted(JsonNode json, ByteBudget.Share share) throws IOException {
        long bytes = Json.countBytes(json) * MEMORY_OF_A_BYTE;
        return share.isBeyondAll(bytes)
                ? Json.error(
                        "too-large",
                        "the answer is larger than the memory that there is for answers; ask for fewer objects")
                : share.take(bytes)
                        ? json
                        : Json.error(
                                "busy", "other requests and answers take all memory that there is for them; try again");
    }

    private JsonNode await(Future<JsonNode> answer, OutputStream out) throws IOException {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                return answer.get(BEAT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (System.nanoTime() > end) {
                    return Json.error("timeout", "the answer took longer than " + timeout.toSeconds() + " s");
                }
                writing.write(() -> {
                    out.write(' ');
                    out.flush();
                });
            } catch (InterruptedException | CancellationException e) {
                return Json.error("stopped", "the console was stopped");
            } catch (ExecutionException e) {
                return error(e.getCause());
            }
        }
    }

    private static JsonNode error(@Nullable Throwable failure) {
        if (failure instanceof QueryException e) {
            return Json.error(e.code(), String.valueOf(e.getMessage()), e.position());
        }
        if (failure instanceof SelectionException e) {
            ObjectNode answer = (ObjectNode) error(e.mistake());
            answer.withObject("/error").put("isOfSelection", true);
            return answer;
        }
        if (failure instanceof ConflictException e) {
            ObjectNode answer = Json.error("conflict", String.valueOf(e.getMessage()));
            answer.withObject("/error").set("conflicts", e.conflicts());
            return answer;
        }
        if (failure instanceof EspalierException e) {
            return Json.error(e.code(), String.valueOf(e.getMessage()));
        }
        if (failure instanceof RequestException e) {
            return Json.error("bad-request", String.valueOf(e.getMessage()));
        }
        LOG.error("a request failed", failure);
        if (failure instanceof OutOfMemoryError) {
            return Json.error("too-large", "the answer needs more memory than there is; ask for fewer objects");
        }
        return Json.error("internal", "the console failed; its log has more");
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
