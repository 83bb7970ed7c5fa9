package dev.espalier.promises;

import dev.espalier.Database;
import dev.espalier.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A part of a program that keeps objects of all threads; transactions capture it, or only some objects. */
final class Service {

    private final Database db;
    private final Map<Integer, List<Thing>> cache = new ConcurrentHashMap<>();

    Service(Database db) {
        this.db = db;
    }

    Database db() {
        return db;
    }

    void keep(int thread, List<Thing> things) {
        cache.put(thread, List.copyOf(things));
    }

    void clear() {
        cache.clear();
    }

    /** The lambda captures this service. */
    void withCache(Consumer<Transaction> work) {
        db.useTransaction(tx -> {
            work.accept(tx);
            Objects.requireNonNull(cache);
        });
    }

    /** The lambda captures some objects. */
    static void with(Database db, List<Thing> captured, Consumer<Transaction> work) {
        List<Thing> own = new ArrayList<>(captured);
        db.useTransaction(tx -> {
            work.accept(tx);
            Objects.requireNonNull(own);
        });
    }
}
