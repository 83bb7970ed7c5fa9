package dev.espalier.internal.catalog.change;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A case of {@code src/test/resources/changes}: models that a database has had one after the other, what else is true of it, and the plan for the last one.
 *
 * <pre>
 * === A field gets another name
 * -- mode: additive
 * Order
 *   due: LocalDate
 * ---
 * Order
 *   deadline: LocalDate, was due
 * ==>
 * nothing has to be changed
 * </pre>
 */
record ChangeCase(String title, Map<String, String> headers, List<List<String>> models, String golden) {

    static final Path ROOT = Path.of("src/test/resources/changes");

    static final Set<String> KEYS = Set.of(
            "on",
            "mode",
            "level",
            "asks",
            "empty",
            "unused",
            "programs",
            "taken",
            "tables",
            "lost",
            "gone",
            "format",
            "computed",
            "dropped",
            "load");

    private static final String TITLE = "=== ";
    private static final String NEXT = "---";
    private static final String GOLDEN = "==>";

    static List<Path> files() {
        try (Stream<Path> files = Files.list(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<ChangeCase> read(Path file) {
        try {
            List<ChangeCase> cases = new ArrayList<>();
            List<String> lines = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(TITLE) && !lines.isEmpty()) {
                    cases.add(of(lines));
                    lines.clear();
                }
                lines.add(line);
            }
            cases.add(of(lines));
            return cases;
        } catch (RuntimeException | IOException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static ChangeCase of(List<String> lines) {
        if (!lines.get(0).startsWith(TITLE)) {
            throw new IllegalArgumentException("found '" + lines.get(0) + "', expected '=== TITLE'");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        int at = 1;
        for (; lines.get(at).startsWith("-- "); at++) {
            String[] header = lines.get(at).substring("-- ".length()).split(": ", 2);
            if (!KEYS.contains(header[0])) {
                throw new IllegalArgumentException("found the header '" + header[0] + "', expected one of " + KEYS);
            }
            headers.put(header[0], header.length > 1 ? header[1] : "");
        }
        int end = lines.indexOf(GOLDEN);
        List<String> text = lines.subList(at, end < 0 ? lines.size() : end).stream()
                .filter(line -> !line.isBlank())
                .toList();
        List<List<String>> models = new ArrayList<>(List.of(new ArrayList<>()));
        for (String line : text) {
            if (line.equals(NEXT)) {
                models.add(new ArrayList<>());
            } else {
                models.get(models.size() - 1).add(line);
            }
        }
        String golden = end < 0
                ? ""
                : String.join("\n", lines.subList(end + 1, lines.size())).strip();
        return new ChangeCase(lines.get(0).substring(TITLE.length()), headers, models, golden);
    }

    /** The case with another plan, as the file has it. */
    String with(String plan) {
        return TITLE + title + "\n"
                + headers.entrySet().stream()
                        .map(header -> "-- " + header.getKey()
                                + (header.getValue().isEmpty() ? "" : ": " + header.getValue()) + "\n")
                        .collect(Collectors.joining())
                + models.stream()
                        .map(model -> model.stream().map(line -> line + "\n").collect(Collectors.joining()))
                        .collect(Collectors.joining(NEXT + "\n"))
                + GOLDEN + "\n" + plan + "\n";
    }

    @Override
    public String toString() {
        return title;
    }
}
