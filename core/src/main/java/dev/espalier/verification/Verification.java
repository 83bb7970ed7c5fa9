package dev.espalier.verification;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of checking a whole database. Immutable.
 *
 * @param findings the damage, in the order of its kinds, then by table; empty if there is none
 * @param notes the skipped checks with reasons, and remarks that are no damage
 */
public record Verification(List<Finding> findings, List<String> notes) {

    /**
     * Creates a result with copies of both lists. No argument may be null.
     *
     * @param findings the damage, in the order of its kinds, then by table; empty if there is none
     * @param notes the skipped checks with reasons, and remarks that are no damage
     */
    public Verification {
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    /**
     * Returns whether no damage was found.
     *
     * @return true if there is no finding
     */
    public boolean isClean() {
        return findings.isEmpty();
    }

    /** Returns one line for each finding, then one for each note; {@code clean} without findings. */
    @Override
    public String toString() {
        return Stream.concat(
                        isClean() ? Stream.of("clean") : findings.stream().map(Finding::toString),
                        notes.stream().map(note -> "note: " + note))
                .collect(Collectors.joining("\n"));
    }
}
