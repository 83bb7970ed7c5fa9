package dev.espalier.internal.catalog.tables;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The classes, attributes, enums and constants that a program knows, as text: their numbers, consecutive ones as a range, then the constants of the enums.
 *
 * <pre>
 * 1-14,16;10=NEW,SENT
 * </pre>
 *
 * @param constants by the number of their enum
 */
public record KnownNumbers(Set<Integer> numbers, Map<Integer, Set<String>> constants) {

    public KnownNumbers {
        numbers = Set.copyOf(numbers);
        constants = Map.copyOf(constants);
    }

    public String text() {
        return Numbers.text(numbers)
                + new TreeMap<>(constants)
                        .entrySet().stream()
                                .map(e -> ";" + e.getKey() + "=" + String.join(",", new TreeSet<>(e.getValue())))
                                .collect(Collectors.joining());
    }

    public static KnownNumbers parse(String text) {
        String[] parts = text.split(";");
        Map<Integer, Set<String>> constants = new TreeMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            constants.put(
                    Integer.parseInt(parts[i].substring(0, equals)),
                    Set.of(parts[i].substring(equals + 1).split(",")));
        }
        return new KnownNumbers(Numbers.parse(parts[0]), constants);
    }

    /** Whether it has something of what goes. */
    public boolean hasAnyOf(Set<Integer> goneNumbers, Map<Integer, Set<String>> goneConstants) {
        return numbers.stream().anyMatch(goneNumbers::contains)
                || goneConstants.entrySet().stream()
                        .anyMatch(gone -> constants.getOrDefault(gone.getKey(), Set.of()).stream()
                                .anyMatch(gone.getValue()::contains));
    }
}
