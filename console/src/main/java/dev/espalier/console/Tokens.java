package dev.espalier.console;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The tokens that admit to a console, each of 256 random bits. They are kept as hashes, so that the time of a look-up reveals nothing of them. A token is a cookie, which a browser
 * sends to every port of a host; so it admits only with its key, which the page alone knows. Safe for any number of threads.
 */
final class Tokens {

    private static final int BYTES = 32;

    /** The one that was used longest ago is forgotten. */
    private static final int MOST = 100;

    /** How often a browser in use is given its cookie again. Rarely: the answer to an earlier request must not replace the cookie of a newer link. */
    private static final Duration RENEWAL = Duration.ofHours(1);

    /**
     * The use of a token, in nanoseconds.
     *
     * @param at the last one
     * @param given when the browser was given the token last
     */
    private record Use(long at, long given) {}

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec secret;
    private final Duration longestRest;
    private final LongSupplier nanos;
    private final Map<String, Use> uses = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Use> eldest) {
            return size() > MOST;
        }
    };

    /** @param longestRest the time without use after which a token becomes invalid */
    Tokens(Duration longestRest, LongSupplier nanos) {
        this.longestRest = longestRest;
        this.nanos = nanos;
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        this.secret = new SecretKeySpec(bytes, "HmacSHA256");
    }

    /** Makes a token. */
    synchronized String make() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        long now = nanos.getAsLong();
        uses.put(hash(token), new Use(now, now));
        return token;
    }

    /** Returns the key of a token, which does not follow from the token. */
    String key(String token) {
        try {
            Mac mac = Mac.getInstance(secret.getAlgorithm());
            mac.init(secret);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(LogIn.digest(token)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA-256", e);
        }
    }

    /** Whether a token admits with a key; if so, it was used now. */
    boolean admits(String token, String key) {
        return MessageDigest.isEqual(LogIn.digest(key), LogIn.digest(key(token))) && admits(token);
    }

    /** Whether a token is one that was made, and did not end; if so, it was used now. */
    synchronized boolean admits(String token) {
        long now = nanos.getAsLong();
        String hash = hash(token);
        Use before = uses.get(hash);
        if (before == null) {
            return false;
        }
        if (now - before.at() > longestRest.toNanos()) {
            uses.remove(hash);
            return false;
        }
        uses.put(hash, new Use(now, before.given()));
        return true;
    }

    /** Returns the time without use after which a token becomes invalid. */
    Duration longestRest() {
        return longestRest;
    }

    /** Whether the browser must be given the token again, because its cookie would end before the rest of the token; true once in {@link #RENEWAL}. */
    synchronized boolean mustRenew(String token) {
        String hash = hash(token);
        Use use = uses.get(hash);
        long now = nanos.getAsLong();
        if (use == null || now - use.given() < RENEWAL.toNanos()) {
            return false;
        }
        uses.put(hash, new Use(use.at(), now));
        return true;
    }

    /** Makes the token invalid. */
    synchronized void end(String token) {
        uses.remove(hash(token));
    }

    private static String hash(String token) {
        return HexFormat.of().formatHex(LogIn.digest(token));
    }
}
