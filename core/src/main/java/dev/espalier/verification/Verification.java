package dev.espalier.verification;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a check of a whole database has found. Unchanging.
 *
 * @param findings what is wrong, in the order of the kinds, then by table; empty where nothing is
 * @param notes what could not be checked and why, and what is no damage but good to know
 */
public record Verification(List<Finding> findings, List<String> notes) {

    /**
     * Keeps copies of both.
     *
     * @param findings what is wrong
     * @param notes what could not be checked, and what is good to know
     */
    public Verification {
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    /**
     * Whether nothing is wrong, as far as it could be checked.
     *
     * @return true where there is no finding
     */
    public boolean isClean() {
        return findings.isEmpty();
    }

    /** One line for each finding, then one for each note; {@code clean} in place of no findings. */
    @Override
    public String toString() {
        return Stream.concat(isClean() ? Stream.of("clean") : findings.stream().map(Finding::toString), notes.stream().map(note -> "note: " + note))
                .collect(Collectors.joining("\n"));
    }
}
