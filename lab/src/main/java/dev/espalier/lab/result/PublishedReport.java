package dev.espalier.lab.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a published report, and how they were measured.
 *
 * @param title what was measured, and on what
 * @param columns of the table
 * @param rows of the table, as published
 * @param setting how it was measured: members of a specification and their published values; {@code insert-full: rows} is that of one load
 * @param series figures that can stand in the charts of a sweep
 * @param gainPercent how much more the other side does, by load, on average over all connections; empty if the report compares nothing
 */
public record PublishedReport(
        String title,
        List<String> columns,
        List<List<String>> rows,
        Map<String, String> setting,
        List<Series> series,
        Map<String, Double> gainPercent) {

    /**
     * Figures for one chart.
     *
     * @param figure a member of {@link SweepResult.Figures}
     * @param label what they are of
     * @param points figures by number of connections
     */
    public record Series(String figure, String label, Map<Integer, Double> points) {

        /** Keeps the order of the points. */
        public Series {
            points = Collections.unmodifiableMap(new LinkedHashMap<>(points));
        }
    }

    private static final Map<String, PublishedReport> BY_PACK =
            Map.of("oltp", oltp(), "key-value", keyValue(), "uuid-set", uuidSet(), "forty-tables", fortyTables());

    /** Copies the lists. */
    public PublishedReport {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        setting = Collections.unmodifiableMap(new LinkedHashMap<>(setting));
        series = List.copyOf(series);
        gainPercent = Collections.unmodifiableMap(new LinkedHashMap<>(gainPercent));
    }

    /**
     * Returns the figures of a pack's report.
     *
     * @param pack its name
     * @return the figures; null if none are known
     */
    public static @Nullable PublishedReport of(String pack) {
        return BY_PACK.get(pack);
    }

    private static PublishedReport oltp() {
        Map<String, Double> gains =
                ordered("read-only", 24.0, "point-select", 34.0, "read-write", 26.0, "update-key", 21.0);
        return new PublishedReport(
                "MySQL 8.0.35: how much more Enterprise does than Community, average over 64 to 1,024 threads (sysbench)",
                List.of("load", "gain, %"),
                gains.entrySet().stream()
                        .map(gain -> List.of(gain.getKey(), Long.toString(Math.round(gain.getValue()))))
                        .toList(),
                ordered(
                        "load",
                        "read-only, point-select, read-write, update-key",
                        "tables",
                        "8",
                        "rows",
                        "10000000",
                        "connections",
                        "64, 128, 256, 512, 1024",
                        "rounds",
                        "3"),
                List.of(),
                gains);
    }

    private static PublishedReport keyValue() {
        Map<String, Double> stores = ordered(
                "MongoDB 2.0.5",
                110_000.0,
                "MySQL 5.6.5 MEMORY",
                43_000.0,
                "MySQL 5.6.5 InnoDB",
                39_000.0,
                "MySQL Cluster 7.2.6 (NDB)",
                32_000.0,
                "MySQL 5.6.5 MyISAM",
                28_000.0,
                "MySQL 5.6.5 MyISAM with tcmalloc",
                37_000.0);
        return new PublishedReport(
                "Rows by key a second, 100 threads, 105 million rows (2012)",
                List.of("store", "rows/s"),
                stores.entrySet().stream()
                        .map(store -> List.of(store.getKey(), String.format(Locale.ROOT, "%,.0f", store.getValue())))
                        .toList(),
                ordered(
                        "way",
                        "select",
                        "rows",
                        "105000000",
                        "keys",
                        "1000000",
                        "rounds",
                        "10",
                        "batch",
                        "1",
                        "connections",
                        "100"),
                stores.entrySet().stream()
                        .map(store -> new Series("goodput", store.getKey(), Map.of(100, store.getValue())))
                        .toList(),
                Map.of());
    }

    private static PublishedReport uuidSet() {
        List<List<String>> rows = List.of(
                List.of("1", "97", "106", "41", "2,100", "1,300"),
                List.of("4", "132", "136", "56", "1,700", "1,500"),
                List.of("6", "180", "185", "74", "7,500", "1,200"),
                List.of("8", "156", "163", "93", "22,600", "900"),
                List.of("10", "163", "169", "113", "27,000", "1,600"));
        return new PublishedReport(
                "Lookup of a UUID, µs by number of threads: from another page of the same author (2022); the report itself shows its figures as images only",
                List.of(
                        "threads",
                        "MySQL, thread's own: median",
                        "MySQL, HikariCP: median",
                        "Redis: median",
                        "MySQL: max",
                        "Redis: max"),
                rows,
                ordered(
                        "size",
                        "100000, 1000000, 10000000",
                        "way",
                        "pool, thread",
                        "missPercent",
                        "0.0",
                        "connections",
                        "1, 4, 6, 8, 10"),
                List.of(
                        micros("p50Millis", "MySQL, thread's own", rows, 1),
                        micros("p50Millis", "MySQL, HikariCP", rows, 2),
                        micros("p50Millis", "Redis", rows, 3),
                        micros("maxMillis", "MySQL", rows, 4),
                        micros("maxMillis", "Redis", rows, 5)),
                Map.of());
    }

    private static PublishedReport fortyTables() {
        return new PublishedReport(
                "Throughput on a solid-state disk by that on a magnetic one (2010)",
                List.of("load", "CUBRID 2008 R3.0", "MySQL 5.1.47"),
                List.of(
                        List.of("insert-full", "5.0", "2.5"),
                        List.of("select-cpu-bound", "0.83", "1.06"),
                        List.of("select-io-bound", "4.2", "2.8")),
                ordered(
                        "tables",
                        "40",
                        "connections",
                        "40",
                        "insert-full: rows",
                        "25000000",
                        "insert-full: seconds",
                        "1800",
                        "select-cpu-bound: rows",
                        "64000000",
                        "select-cpu-bound: seconds",
                        "600",
                        "select-io-bound: rows",
                        "64000000",
                        "select-io-bound: seconds",
                        "600"),
                List.of(),
                Map.of());
    }

    /** A column of microseconds, by the number of threads in the first one. */
    private static Series micros(String figure, String label, List<List<String>> rows, int column) {
        Map<Integer, Double> points = new LinkedHashMap<>();
        rows.forEach(row -> points.put(
                Integer.valueOf(row.get(0)), Double.parseDouble(row.get(column).replace(",", "")) / 1_000));
        return new Series(figure, label, points);
    }

    @SuppressWarnings("unchecked") // names and values in turn
    private static <T> Map<String, T> ordered(Object... namesAndValues) {
        Map<String, T> map = new LinkedHashMap<>();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            map.put((String) namesAndValues[at], (T) namesAndValues[at + 1]);
        }
        return map;
    }
}
