package dev.espalier.lab.agent;

import org.jspecify.annotations.Nullable;

/** An agent or a leader is unreachable, has an unexpected identity, or failed. The message names it, and says what to do. */
public final class AgentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message where, what was found and expected
     * @param cause what the JDK reported, or null
     */
    public AgentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
