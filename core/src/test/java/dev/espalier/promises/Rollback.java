package dev.espalier.promises;

/** Thrown by work that wants to be rolled back. */
final class Rollback extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
