package dev.espalier.console;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Checks passwords. An answer to a wrong one takes a second, and an address that has sent five wrong ones must wait a minute. Twenty answers may wait at a time, so that many
 * addresses together do not guess faster than twenty passwords in a second. Safe for any number of threads.
 */
final class LogIn {

    static final int MOST_WRONG = 5;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration WAIT = Duration.ofMinutes(1);
    private static final int PAUSES = 20;

    /** Addresses that are remembered; the one that was heard of longest ago is forgotten. */
    private static final int ADDRESSES = 10_000;

    private final byte[] password;
    private final LongSupplier nanos;
    private final Pause pause;
    private final Semaphore pauses = new Semaphore(PAUSES);
    private final Map<String, Attempts> attempts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Attempts> eldest) {
            return size() > ADDRESSES;
        }
    };

    /** The passwords of an address that were not right, and the time of the latest one. */
    private record Attempts(int wrong, long at) {}

    /** Waits. */
    interface Pause {
        void last(Duration time) throws InterruptedException;
    }

    /** The outcome of a log-in. */
    enum Answer {
        RIGHT,
        WRONG,
        LATER
    }

    LogIn(String password, LongSupplier nanos, Pause pause) {
        this.password = digest(password);
        this.nanos = nanos;
        this.pause = pause;
    }

    /** Checks a password; one that comes too early is not looked at. */
    Answer check(InetAddress from, String given) throws InterruptedException {
        String network = network(from);
        if (!admits(network)) {
            return Answer.LATER;
        }
        if (MessageDigest.isEqual(digest(given), password)) { // takes as long for every wrong password of a length
            forget(network);
            return Answer.RIGHT;
        }
        if (!pauses.tryAcquire()) {
            return Answer.LATER;
        }
        try {
            pause.last(PAUSE);
        } finally {
            pauses.release();
        }
        return Answer.WRONG;
    }

    /** The attempt counts before its password is looked at: those that are under way at the same time cannot be more than the limit. */
    private synchronized boolean admits(String network) {
        long now = nanos.getAsLong();
        Attempts before = attempts.get(network);
        int wrong = before == null || now - before.at() >= WAIT.toNanos() ? 0 : before.wrong();
        if (wrong >= MOST_WRONG) {
            return false;
        }
        attempts.put(network, new Attempts(wrong + 1, now));
        return true;
    }

    private synchronized void forget(String network) {
        attempts.remove(network);
    }

    /** A machine with IPv6 has a whole network of 64 bits to send from. */
    private static String network(InetAddress address) {
        byte[] bytes = address.getAddress();
        return HexFormat.of().formatHex(address instanceof Inet6Address ? Arrays.copyOf(bytes, 8) : bytes);
    }

    static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
