package dev.espalier.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The slowest queries that this console has asked. Safe for any number of threads. */
final class SlowQueries {

    private static final int KEPT = 20;

    private final List<Entry> entries = new ArrayList<>();

    private record Entry(String className, String rql, long micros, int rows) {}

    synchronized void add(String className, String rql, long nanos, int rows) {
        entries.removeIf(entry ->
                entry.className().equals(className) && entry.rql().equals(rql) && entry.micros() <= nanos / 1_000);
        if (entries.stream()
                .noneMatch(entry ->
                        entry.className().equals(className) && entry.rql().equals(rql))) {
            entries.add(new Entry(className, rql, nanos / 1_000, rows));
        }
        entries.sort(Comparator.comparingLong(Entry::micros).reversed());
        if (entries.size() > KEPT) {
            entries.remove(KEPT);
        }
    }

    synchronized ArrayNode json() {
        ArrayNode json = Json.object().putArray("slow");
        entries.forEach(entry -> json.addObject()
                .put("class", entry.className())
                .put("rql", entry.rql())
                .put("micros", entry.micros())
                .put("rows", entry.rows()));
        return json;
    }
}
