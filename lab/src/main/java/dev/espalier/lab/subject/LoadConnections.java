package dev.espalier.lab.subject;

/** How many connections load at the same time. */
final class LoadConnections {

    /**
     * The number of connections for each processor: one works while another waits for its commit; more gained nothing on 2 processors
     * (MySQL 9.7, November 2026).
     */
    private static final int FOR_EACH_PROCESSOR = 2;

    private LoadConnections() {}

    static int of(int threads) {
        return Math.min(threads, FOR_EACH_PROCESSOR * Runtime.getRuntime().availableProcessors());
    }
}
