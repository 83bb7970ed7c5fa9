package dev.espalier.promises;

/** A promise that does not hold. */
final class Broken extends AssertionError {

    private static final long serialVersionUID = 1L;

    private final String kind;

    /**
     * @param kind the same for all that break alike, for example {@code P1 lost update}
     * @param detail what was found and what was expected
     */
    Broken(String kind, String detail) {
        super(kind + ": " + detail);
        this.kind = kind;
    }

    String kind() {
        return kind;
    }
}
