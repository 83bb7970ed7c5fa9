package dev.espalier.lab.agent;

import dev.espalier.lab.spec.SpecException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret that leader and agents share. It is never sent and never printed. Thread-safe. */
public final class Secret {

    /** The minimum length. An eavesdropper can try secrets offline; this many random characters cannot be guessed. */
    private static final int SHORTEST = 16;

    private static final String HMAC = "HmacSHA256";

    private final SecretKeySpec key;

    private Secret(String origin, String text) {
        if (text.length() < SHORTEST) {
            throw new SpecException(origin + ": found a secret of " + text.length() + " characters, expected at least "
                    + SHORTEST + "; 'openssl rand -hex 32' makes one");
        }
        this.key = new SecretKeySpec(text.getBytes(StandardCharsets.UTF_8), HMAC);
    }

    /**
     * Reads the secret from the first line of a file.
     *
     * @param file the file
     * @return the secret
     */
    public static Secret fromFile(Path file) {
        try {
            return new Secret(
                    "--secret-file",
                    Files.readString(file).lines().findFirst().orElse("").strip());
        } catch (IOException e) {
            throw new SpecException(
                    "--secret-file: cannot read '" + file + "', expected a file whose first line is the secret");
        }
    }

    /**
     * Reads the secret from a variable.
     *
     * @param name the variable's name
     * @param environment the variables
     * @return the secret
     */
    public static Secret fromVariable(String name, Map<String, String> environment) {
        if (!environment.containsKey(name)) {
            throw new SpecException(
                    "--secret-env: found no environment variable '" + name + "', expected one that holds the secret");
        }
        return new Secret("--secret-env", environment.get(name).strip());
    }

    /** HMAC-SHA256 (RFC 2104) of a purpose and of bytes of fixed lengths. */
    byte[] sign(String purpose, byte[]... parts) {
        return sign(key, purpose.getBytes(StandardCharsets.UTF_8), parts);
    }

    static byte[] sign(byte[] key, byte[] first, byte[]... parts) {
        return sign(new SecretKeySpec(key, HMAC), first, parts);
    }

    private static byte[] sign(SecretKeySpec key, byte[] first, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(first);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
