package dev.espalier.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.verification.Verification;
import dev.espalier.verification.VerificationProgress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The verifications that are running, with their progress. Safe for any number of threads. */
final class Verifications {

    private final Map<String, VerificationProgress> running = new ConcurrentHashMap<>();

    /** A verification that reports its progress. */
    interface Verifying {
        Verification verify(Consumer<VerificationProgress> listener);
    }

    /** @param run a name that the page has given; null for one whose progress nobody asks for */
    Verification verify(@Nullable String run, Verifying work) {
        if (run == null) {
            return work.verify(progress -> {});
        }
        try {
            return work.verify(progress -> running.put(run, progress));
        } finally {
            running.remove(run);
        }
    }

    /** How far a verification has come; nothing if it has ended, or not begun. */
    ObjectNode progress(Request request) {
        VerificationProgress progress = running.get(request.text("run"));
        ObjectNode json = Json.object();
        return progress == null
                ? json
                : json.put("done", progress.done()).put("all", progress.all()).put("table", progress.table());
    }
}
