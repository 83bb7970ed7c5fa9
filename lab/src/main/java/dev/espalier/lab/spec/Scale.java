package dev.espalier.lab.spec;

import java.util.List;

/** Groups of sizes. */
public enum Scale {
    /** Ends within two minutes on 2 cores. */
    QUICK(List.of(8), 3, 15, 1, 2, 10_000),
    /** The published report's own. */
    PUBLISHED(List.of(64, 128, 256, 512, 1_024), 60, 300, 5, 8, 10_000_000);

    private final List<Integer> connections;
    private final int warmUpSeconds;
    private final int seconds;
    private final int repeats;
    private final int oltpTables;
    private final int oltpRows;

    Scale(List<Integer> connections, int warmUpSeconds, int seconds, int repeats, int oltpTables, int oltpRows) {
        this.connections = connections;
        this.warmUpSeconds = warmUpSeconds;
        this.seconds = seconds;
        this.repeats = repeats;
        this.oltpTables = oltpTables;
        this.oltpRows = oltpRows;
    }

    /** @return numbers of connections */
    public List<Integer> connections() {
        return connections;
    }

    /** @return before it counts */
    public int warmUpSeconds() {
        return warmUpSeconds;
    }

    /** @return that count */
    public int seconds() {
        return seconds;
    }

    /** @return runs with each number of connections */
    public int repeats() {
        return repeats;
    }

    /** @return tables of the pack {@code oltp} */
    public int oltpTables() {
        return oltpTables;
    }

    /** @return rows of each table of the pack {@code oltp} */
    public int oltpRows() {
        return oltpRows;
    }

    /** @return the scale as it is written on the command line */
    public String word() {
        return Words.of(this);
    }
}
