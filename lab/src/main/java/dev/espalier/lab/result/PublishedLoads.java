package dev.espalier.lab.result;

import java.util.List;
import java.util.Map;

/**
 * The figures of the loads in the published reports.
 *
 * @param title what was measured, and on what
 * @param columns of the table
 * @param rows of the table, as published
 */
public record PublishedLoads(String title, List<String> columns, List<List<String>> rows) {

    private static final Map<String, PublishedLoads> BY_PACK = Map.of(
            "oltp", new PublishedLoads("MySQL 8.0.35: how much more Enterprise does than Community, average over 64 to 1,024 threads (sysbench)",
                    List.of("load", "gain, %"), List.of(List.of("read-only", "24"), List.of("point-select", "34"), List.of("read-write", "26"),
                            List.of("update-key", "21"))),
            "key-value", new PublishedLoads("Rows by key a second, 100 threads, 105 million rows (2012)", List.of("store", "rows/s"),
                    List.of(List.of("MongoDB 2.0.5", "110,000"), List.of("MySQL 5.6.5 MEMORY", "43,000"), List.of("MySQL 5.6.5 InnoDB", "39,000"),
                            List.of("MySQL Cluster 7.2.6 (NDB)", "32,000"), List.of("MySQL 5.6.5 MyISAM", "28,000"),
                            List.of("MySQL 5.6.5 MyISAM with tcmalloc", "37,000"))),
            "uuid-set", new PublishedLoads("Lookup of a UUID, µs by number of threads (2022)",
                    List.of("threads", "MySQL, thread's own: median", "MySQL, HikariCP: median", "Redis: median", "MySQL: max", "Redis: max"),
                    List.of(List.of("1", "97", "106", "41", "2,100", "1,300"), List.of("4", "132", "136", "56", "1,700", "1,500"),
                            List.of("6", "180", "185", "74", "7,500", "1,200"), List.of("8", "156", "163", "93", "22,600", "900"),
                            List.of("10", "163", "169", "113", "27,000", "1,600"))),
            "forty-tables", new PublishedLoads("Throughput on a solid-state disk by that on a magnetic one (2010)",
                    List.of("load", "CUBRID 2008 R3.0", "MySQL 5.1.47"), List.of(List.of("insert-full", "5.0", "2.5"),
                            List.of("select-cpu-bound", "0.83", "1.06"), List.of("select-io-bound", "4.2", "2.8"))));

    /** Copies the lists. */
    public PublishedLoads {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * Returns the figures of a pack's report.
     *
     * @param pack its name
     * @return the figures; null where none are known
     */
    public static PublishedLoads of(String pack) {
        return BY_PACK.get(pack);
    }
}
