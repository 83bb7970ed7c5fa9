package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.espalier.Database;
import dev.espalier.StoredClass;
import dev.espalier.StoredEnum;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The operations on a database as its schema is now. Another program may change the schema while the console runs: whoever asks for the model gets that of the changed schema, and
 * so do all requests after that. Safe for any number of threads.
 */
final class CurrentOperations implements Operations, AutoCloseable {

    private final Supplier<Opened> opening;
    private final Object turnToOpen = new Object();
    private volatile Opened current;
    private boolean isClosed;

    /**
     * A database, opened with one schema.
     *
     * @param schema the schema
     * @param api its operations
     */
    record Opened(Database database, Schema schema, Api api) {}

    /** The part of a schema that the page shows. */
    record Schema(List<StoredClass> classes, List<StoredEnum> enums) {
        static Schema of(Database database) {
            return new Schema(database.schema().classes(), database.schema().enums());
        }
    }

    CurrentOperations(Supplier<Opened> opening) {
        this.opening = opening;
        this.current = opening.get();
    }

    @Override
    public Api.@Nullable Operation find(String name) {
        return name.equals("model") ? this::model : current.api().find(name);
    }

    private JsonNode model(Request request) {
        openAgainIfChanged();
        return Objects.requireNonNull(current.api().find("model")).answer(request);
    }

    /** Requests that are under way on the former schema end with an error. */
    private void openAgainIfChanged() {
        synchronized (turnToOpen) {
            Opened former = current;
            if (!Schema.of(former.database()).equals(former.schema())) {
                Opened opened = opening.get();
                (isReplacedBy(opened) ? former : opened).database().close();
            }
        }
    }

    /** An opening may wait for a server, or for another program: a close does not wait for it. */
    private synchronized boolean isReplacedBy(Opened opened) {
        if (!isClosed) {
            current = opened;
        }
        return !isClosed;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        current.database().close();
    }
}
