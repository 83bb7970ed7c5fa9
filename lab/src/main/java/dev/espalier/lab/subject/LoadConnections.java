package dev.espalier.lab.subject;

/** How many connections load best on this machine: a server that sorts and writes needs the processors too. */
final class LoadConnections {

    private LoadConnections() {
    }

    static int of(int threads) {
        return Math.min(threads, Integer.getInteger("espalier.lab.loadConnections", Math.max(2, Runtime.getRuntime().availableProcessors())));
    }
}
