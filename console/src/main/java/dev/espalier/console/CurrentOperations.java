package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.Database;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.StoredClass;
import dev.espalier.evolution.StoredEnum;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The operations on a database as its schema is now. Another program may change the schema while the console runs: each request is answered with the schema that the database has then,
 * or had a second before. Whoever asks for the model, or which one it is, gets that of now. Safe for any number of threads.
 */
final class CurrentOperations implements Operations, AutoCloseable {

    /** How long a schema is taken for unchanged. */
    private static final long TRUSTED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The operation that reads memory only, so that it needs no look at the schema. */
    private static final String PROGRESS = "progress";

    private final Supplier<Opened> opening;
    private final Object turnToOpen = new Object();
    private volatile Current current;
    private volatile long lookedAt = System.nanoTime();
    private boolean isClosed;

    /**
     * A database, opened with one schema.
     *
     * @param schema the schema
     * @param api its operations
     */
    record Opened(Database database, Schema schema, Api api) {}

    /** @param id shows the page whether it has the model of this schema */
    private record Current(Opened opened, String id) {
        Current(Opened opened) {
            this(opened, UUID.randomUUID().toString());
        }
    }

    /** The part of a schema that the page shows. */
    record Schema(List<StoredClass> classes, List<StoredEnum> enums) {
        static Schema of(Database database) {
            return new Schema(
                    SchemaAdmin.of(database).classes(), SchemaAdmin.of(database).enums());
        }
    }

    CurrentOperations(Supplier<Opened> opening) {
        this.opening = opening;
        this.current = new Current(opening.get());
    }

    @Override
    public Api.@Nullable Operation find(String name) {
        return switch (name) {
            case "model" -> this::model;
            case "schema" -> request -> Json.object().put("schema", now().id());
            case PROGRESS -> current.opened().api().find(name);
            default -> current.opened().api().find(name) == null ? null : request -> answer(name, request);
        };
    }

    private JsonNode model(Request request) {
        Current now = now();
        ObjectNode model = (ObjectNode) operation(now, "model").answer(request);
        return model.put("schema", now.id());
    }

    private JsonNode answer(String name, Request request) {
        boolean isTrusted = System.nanoTime() - lookedAt < TRUSTED_NANOS;
        return operation(isTrusted ? current : now(), name).answer(request);
    }

    /** All schemas have the same operations. */
    private static Api.Operation operation(Current of, String name) {
        return Objects.requireNonNull(of.opened().api().find(name));
    }

    /** Opens the database again if its schema has changed. Requests that are under way on the former schema end with an error. */
    private Current now() {
        synchronized (turnToOpen) {
            Opened former = current.opened();
            if (!Schema.of(former.database()).equals(former.schema())) {
                Opened opened = opening.get();
                (isReplacedBy(opened) ? former : opened).database().close();
            }
            lookedAt = System.nanoTime();
            return current;
        }
    }

    /** An opening may wait for a server, or for another program: a close does not wait for it. */
    private synchronized boolean isReplacedBy(Opened opened) {
        if (!isClosed) {
            current = new Current(opened);
        }
        return !isClosed;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        current.opened().database().close();
    }
}
