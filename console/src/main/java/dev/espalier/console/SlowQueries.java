package dev.espalier.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The slowest queries that this console has asked. Safe for any number of threads. */
final class SlowQueries {

    private static final int KEPT = 20;

    private final List<Entry> entries = new ArrayList<>();

    private record Asked(
            String className, String rql, @Nullable String selection) {}

    private record Entry(Asked asked, long micros, int rows) {}

    /** @param selection null if objects were asked for */
    synchronized void add(String className, String rql, @Nullable String selection, long nanos, int rows) {
        Asked asked = new Asked(className, rql, selection);
        entries.removeIf(entry -> entry.asked().equals(asked) && entry.micros() <= nanos / 1_000);
        if (entries.stream().noneMatch(entry -> entry.asked().equals(asked))) {
            entries.add(new Entry(asked, nanos / 1_000, rows));
        }
        entries.sort(Comparator.comparingLong(Entry::micros).reversed());
        if (entries.size() > KEPT) {
            entries.remove(KEPT);
        }
    }

    synchronized ArrayNode json() {
        ArrayNode json = Json.object().putArray("slow");
        entries.forEach(entry -> json.addObject()
                .put("class", entry.asked().className())
                .put("rql", entry.asked().rql())
                .put("select", entry.asked().selection())
                .put("micros", entry.micros())
                .put("rows", entry.rows()));
        return json;
    }
}
