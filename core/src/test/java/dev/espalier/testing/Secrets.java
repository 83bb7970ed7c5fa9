package dev.espalier.testing;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Passwords and names that nobody guesses and no two runs share. */
final class Secrets {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    static String password() {
        return hex(16);
    }

    static String databaseName() {
        return "espalier_" + hex(6);
    }

    private static String hex(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
