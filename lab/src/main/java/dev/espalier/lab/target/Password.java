package dev.espalier.lab.target;

import org.jspecify.annotations.Nullable;

/** A password that does not print itself. */
public final class Password {

    /** For engines and accounts that need none. */
    public static final Password NONE = new Password("");

    private final String secret;

    private Password(String secret) {
        this.secret = secret;
    }

    /**
     * Hides a password.
     *
     * @param secret the password, or null for none
     * @return the password
     */
    public static Password of(@Nullable String secret) {
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
