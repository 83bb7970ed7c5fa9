package dev.espalier.console;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/**
 * The limits of the web server.
 *
 * @param threads how many requests are read and answered at a time
 * @param waiting how many more may wait for a thread; one beyond is answered with 503
 * @param writing the longest time in which a browser must take an answer; the connection is closed then
 * @param bytes of memory that all requests and answers may take at a time
 * @param factory makes the threads
 */
record ServerLimits(int threads, int waiting, Duration writing, long bytes, ThreadFactory factory) {

    /**
     * A browser asks by six connections at once. Others of this machine can open connections and send half a request, or read no answer: each of these keeps a thread until
     * it has taken too long.
     */
    static ServerLimits defaults() {
        return new ServerLimits(
                200,
                200,
                Duration.ofSeconds(30),
                Runtime.getRuntime().maxMemory() / 2,
                Server.threads("espalier-console"));
    }
}
