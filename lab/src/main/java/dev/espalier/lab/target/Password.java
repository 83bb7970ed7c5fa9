package dev.espalier.lab.target;

import dev.espalier.lab.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A password that does not print itself. It comes from an environment variable, a file or the keyboard, never from an
 * argument. */
public final class Password {

    /** For engines and accounts that need none. */
    public static final Password NONE = new Password("");

    private final String secret;

    private Password(String secret) {
        this.secret = secret;
    }

    /**
     * Reads the password from a variable.
     *
     * @param name the variable's name
     * @param environment the variables
     * @return the password
     */
    public static Password fromVariable(String name, Map<String, String> environment) {
        String secret = environment.get(name);
        if (secret == null) {
            throw new SpecException("--password-env: found no environment variable '" + name
                    + "', expected one that holds the password");
        }
        return new Password(secret);
    }

    /**
     * Reads the password from the first line of a file.
     *
     * @param file the file
     * @return the password
     */
    public static Password fromFile(Path file) {
        try {
            return new Password(Files.readString(file).lines().findFirst().orElse(""));
        } catch (IOException e) {
            throw new SpecException(
                    "--password-file: cannot read '" + file + "', expected a file whose first line is the password");
        }
    }

    /**
     * Returns a typed password.
     *
     * @param secret the password, or null for none
     * @return the password
     */
    public static Password of(String secret) {
        return secret == null || secret.isEmpty() ? NONE : new Password(secret);
    }

    /** @return the secret itself, for a driver's properties */
    public String reveal() {
        return secret;
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
