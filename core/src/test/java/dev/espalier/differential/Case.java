package dev.espalier.differential;

import dev.espalier.IndexLevel;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Some objects and a question about them, as text: what a file of {@code corpus/differential} holds.
 *
 * @param title what it shows
 * @param source of the classes; empty if they are the town's
 * @param objects a line for each
 * @param questions the lines of each
 */
record Case(String title, IndexLevel level, String source, List<String> objects, List<List<String>> questions) {

    private static final String MARK = "== ";
    /** Classes of the files, which each engine asks again, by their source. */
    private static final Map<String, ModelClasses> COMPILED = new ConcurrentHashMap<>();

    /** All sections but the title begin with a line of their name. */
    static Case read(String text) {
        Map<String, List<List<String>>> sections = new HashMap<>();
        List<String> section = new ArrayList<>();
        sections.put("title", List.of(section));
        for (String line : text.lines().filter(line -> !line.isBlank()).toList()) {
            if (line.startsWith(MARK)) {
                section = new ArrayList<>();
                sections.computeIfAbsent(line.substring(MARK.length()), none -> new ArrayList<>())
                        .add(section);
            } else {
                section.add(line);
            }
        }
        return new Case(
                lines("title", sections),
                IndexLevel.valueOf(lines("indexes", sections)),
                lines("classes", sections),
                sections.get("objects").get(0),
                sections.get("question"));
    }

    private static String lines(String name, Map<String, List<List<String>>> sections) {
        return String.join("\n", sections.getOrDefault(name, List.of(List.of())).get(0));
    }

    static Case of(ModelClasses classes, IndexLevel level, List<?> objects, Question question) {
        return new Case(
                "What it shows.",
                level,
                classes.source().strip(),
                ObjectText.write(objects),
                List.of(question.lines(objects)));
    }

    /** Reads back as the same. */
    String write() {
        return title + "\n" + MARK + "indexes\n" + level + "\n"
                + questions.stream()
                        .map(lines -> MARK + "question\n" + String.join("\n", lines) + "\n")
                        .collect(Collectors.joining())
                + MARK + "objects\n" + String.join("\n", objects) + "\n"
                + (source.isEmpty() ? "" : MARK + "classes\n" + source + "\n");
    }

    Case withObjects(List<String> lines) {
        return new Case(title, level, source, lines, questions);
    }

    Case withSource(List<String> lines) {
        return new Case(title, level, String.join("\n", lines), objects, questions);
    }

    Case withQuestion(List<String> lines) {
        return new Case(title, level, source, objects, List.of(lines));
    }

    /** The first difference of each question. */
    List<String> differences(TestDatabase database) {
        List<String> differences = new ArrayList<>();
        Asked asked = asked(database, COMPILED.computeIfAbsent(source, ModelClasses::of));
        for (List<String> lines : questions) {
            Question question = Question.read(lines, asked.classes(), asked.objects());
            asked.trial()
                    .difference(question)
                    .ifPresent(difference -> differences.add(String.join("\n", lines) + "\n" + difference));
        }
        return differences;
    }

    /** The difference of the only question. */
    Optional<Trial.Difference> difference(TestDatabase database, int turn) {
        Asked asked = asked(database, ModelClasses.of(source));
        return asked.trial().difference(Question.read(questions.get(0), asked.classes(), asked.objects()), turn);
    }

    private record Asked(ModelClasses classes, Map<Integer, Object> objects, Trial trial) {}

    private Asked asked(TestDatabase database, ModelClasses classes) {
        Map<Integer, Object> read = ObjectText.read(objects, classes.concrete());
        return new Asked(classes, read, Trial.of(database, classes, new ArrayList<>(read.values()), level));
    }
}
