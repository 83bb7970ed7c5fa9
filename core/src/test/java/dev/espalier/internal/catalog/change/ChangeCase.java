package dev.espalier.internal.catalog.change;

import dev.espalier.testing.CaseFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A case of {@code src/test/resources/changes} or {@code finishes}: models that a database has had one after the other, what else is true of it, and the plan for the last one.
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
            "version",
            "computed",
            "dropped",
            "built",
            "rows",
            "unfilled",
            "unopened",
            "load");

    private static final String NEXT = "---";
    private static final String GOLDEN = "==>";

    static List<ChangeCase> read(Path file) {
        List<ChangeCase> cases = new ArrayList<>();
        CaseFile.read(file).forEach((title, text) -> {
            try {
                cases.add(of(title, List.of(text.split("\n"))));
            } catch (RuntimeException e) {
                throw new IllegalArgumentException(file + ": " + title + ": " + e.getMessage(), e);
            }
        });
        return cases;
    }

    private static ChangeCase of(String title, List<String> lines) {
        Map<String, String> headers = new LinkedHashMap<>();
        int at = 0;
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
        return new ChangeCase(title, headers, models, golden);
    }

    /** The models that the database had before the last one. */
    List<List<String>> formerModels() {
        return models.subList(0, models.size() - 1);
    }

    List<String> lastModel() {
        return models.get(models.size() - 1);
    }

    /** The text of the case with another plan, as the file has it behind the title. */
    String with(String plan) {
        return headers.entrySet().stream()
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
