package dev.espalier.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The form of files with golden cases: a file for each topic, in it each case behind a line with its name, with an empty line between two.
 *
 * <pre>
 * === first
 * text of the first case
 *
 * === second
 * text of the second case
 * </pre>
 */
public final class CaseFile {

    private static final String NAME = "=== ";

    private CaseFile() {}

    /** The files of a folder whose names end so, by name. */
    public static List<Path> in(Path folder, String ending) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The texts of the cases by name, in the file's order; each ends with the end of its last line. */
    public static Map<String, String> read(Path file) {
        try {
            String[] parts = ("\n" + Files.readString(file)).split("\n" + NAME, -1);
            if (!parts[0].isBlank() || parts.length == 1) {
                String found = parts[0].strip().lines().findFirst().orElse("nothing");
                throw new IllegalArgumentException(file + ": found '" + found + "', expected '=== NAME'");
            }
            Map<String, String> cases = new LinkedHashMap<>();
            for (String part : List.of(parts).subList(1, parts.length)) {
                String[] nameAndText = part.split("\n", 2);
                String text = nameAndText.length == 2 ? nameAndText[1].stripTrailing() + "\n" : "\n";
                if (cases.putIfAbsent(nameAndText[0], text) != null) {
                    throw new IllegalArgumentException(
                            file + ": found two cases '" + nameAndText[0] + "', expected one of each name");
                }
            }
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes what {@link #read} reads. */
    public static void write(Path file, Map<String, String> cases) {
        try {
            Files.writeString(
                    file,
                    cases.entrySet().stream()
                            .map(one -> NAME + one.getKey() + "\n" + one.getValue())
                            .collect(Collectors.joining("\n")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
