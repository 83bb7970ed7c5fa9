package dev.espalier.corpus;

import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.testing.CaseFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A query of the corpus, right or wrong.
 *
 * @param file has it beside others of its topic
 * @param model what it is asked of
 * @param title what it shows
 * @param header the other lines before the query, in order
 * @param text the query
 * @param golden what the stages make of it, or its error: from the first line that begins with {@code ==}
 */
record CorpusCase(
        Path file, String name, CorpusModel model, String title, List<Line> header, String text, String golden) {

    static final Path ROOT = Path.of("src/test/resources/corpus");
    static final String ERRORS = "errors";

    private static final Set<String> KEYS = Set.of(
            "root",
            "with",
            "define",
            "topmost",
            "refuseCycles",
            "owners",
            "page",
            "page behind",
            "select",
            "select as record",
            "finds",
            "finds all",
            "finds nothing");
    private static final String HEADER = "-- ";
    private static final String GOLDEN = "== ";
    private static final boolean WRITE = Boolean.getBoolean("espalier.corpus.write");

    /** A line of the header: {@code -- root: M1}. */
    record Line(String key, String value) {}

    /** A query that others name. */
    record Variable(Class<?> type, String text) {}

    /** All queries with an answer. */
    static List<CorpusCase> queries() {
        return CorpusModel.ALL.stream()
                .flatMap(model -> queries(model).stream())
                .toList();
    }

    /** The queries of one model, topic by topic. */
    static List<CorpusCase> queries(CorpusModel model) {
        return read(model.folder(), Optional.of(model));
    }

    /** All mistakes, topic by topic. */
    static List<CorpusCase> mistakes() {
        return read(ERRORS, Optional.empty());
    }

    /** @param model absent where the root names it: {@code persons.User} */
    private static List<CorpusCase> read(String folder, Optional<CorpusModel> model) {
        List<CorpusCase> cases = new ArrayList<>();
        for (Path file : CaseFile.in(ROOT.resolve(folder), ".rql")) {
            CaseFile.read(file).forEach((name, content) -> cases.add(of(file, name, content, model)));
        }
        return cases;
    }

    private static CorpusCase of(Path file, String name, String content, Optional<CorpusModel> model) {
        try {
            if (!content.startsWith(HEADER)) {
                throw new IllegalArgumentException("expected '-- ' and what the query shows behind the name");
            }
            List<String> lines = List.of(content.split("\n"));
            List<Line> header = new ArrayList<>();
            int at = 1;
            for (; at < lines.size() && lines.get(at).startsWith(HEADER); at++) {
                header.add(line(lines.get(at).substring(HEADER.length())));
            }
            int end = at;
            while (end < lines.size() && !lines.get(end).startsWith(GOLDEN)) {
                end++;
            }
            String golden = end == lines.size() ? "" : String.join("\n", lines.subList(end, lines.size())) + "\n";
            return new CorpusCase(
                    file,
                    name,
                    model.orElseGet(() -> modelOfRoot(header)),
                    lines.get(0).substring(HEADER.length()),
                    header,
                    String.join("\n", lines.subList(at, end)),
                    golden);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(file + ": " + name + ": " + e.getMessage(), e);
        }
    }

    private static Line line(String text) {
        int colon = text.indexOf(": ");
        String key = colon < 0 ? text : text.substring(0, colon);
        if (!KEYS.contains(key)) {
            throw new IllegalArgumentException("a header has no '" + key + "', but "
                    + KEYS.stream().sorted().toList());
        }
        return new Line(key, colon < 0 ? "" : text.substring(colon + 2));
    }

    private static CorpusModel modelOfRoot(List<Line> header) {
        String root = header.stream()
                .filter(line -> line.key().equals("root"))
                .findFirst()
                .orElseThrow()
                .value();
        return CorpusModel.of(root.substring(0, root.indexOf('.')));
    }

    /** The values of the header's lines with that key. */
    List<String> all(String key) {
        return header.stream()
                .filter(line -> line.key().equals(key))
                .map(Line::value)
                .toList();
    }

    /** The class that the conditions are asked of. */
    Class<?> root() {
        String name = all("root").get(0);
        return model.type(
                name.startsWith(model.folder() + ".")
                        ? name.substring(model.folder().length() + 1)
                        : name);
    }

    /** The class of the objects that are the answer. */
    Class<?> answerClass() {
        return owners().isPresent() ? owners().get() : root();
    }

    /** The other class whose objects are wanted. */
    Optional<Class<?>> owners() {
        return all("owners").stream().findFirst().map(model::type);
    }

    /** The paths along which roots are wanted, none for all; absent where no roots are. */
    Optional<List<String>> relations() {
        return all("topmost").stream()
                .findFirst()
                .map(paths -> paths.isEmpty() ? List.of() : List.of(paths.split(", ")));
    }

    /** By name. */
    Map<String, Variable> variables() {
        Map<String, Variable> variables = new LinkedHashMap<>();
        for (String definition : all("define")) {
            String[] parts = definition.split(" ", 3);
            variables.put(parts[0], new Variable(model.type(parts[1]), parts.length == 3 ? parts[2] : ""));
        }
        return variables;
    }

    /** The parameters by name; those for question marks by number. */
    Map<String, Object> parameters(Population population) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        int positional = 0;
        for (String parameter : all("with")) {
            String name = parameter.substring(0, parameter.indexOf(" = "));
            Object value = new HeaderValue(parameter.substring(parameter.indexOf(" = ") + 3), model, population).read();
            parameters.put(name.equals("?") ? Integer.toString(++positional) : name, value);
        }
        return parameters;
    }

    /** The question as a program puts it. */
    Query<?> ask(Database db, Population population) {
        Query<?> query = db.query(root(), text);
        for (Map.Entry<String, Object> parameter : parameters(population).entrySet()) {
            query = query.with(parameter.getKey(), parameter.getValue());
        }
        for (Map.Entry<String, Variable> variable : variables().entrySet()) {
            query = query.define(
                    variable.getKey(),
                    variable.getValue().type(),
                    variable.getValue().text());
        }
        if (!all("refuseCycles").isEmpty()) {
            query = query.refuseCycles();
        }
        if (relations().isPresent()) {
            query = query.topmost(relations().get().toArray(String[]::new));
        }
        return owners().isPresent() ? query.owners(owners().get()) : query;
    }

    /** A row about a user. */
    private record Person(String person, int age) {}

    /** Asks as the header says: for the rows of a selection, for the ids, or for a page, behind a key or behind the first page of another query. */
    void find(Database db, Population population) {
        Query<?> query = ask(db, population);
        if (!all("page behind").isEmpty()) {
            query.page(
                    1, db.query(root(), all("page behind").get(0)).page(1, null).next());
        } else if (!all("page").isEmpty()) {
            String key = all("page").get(0).isEmpty() ? null : all("page").get(0);
            if (all("select").isEmpty()) {
                query.page(1, key);
            } else {
                query.select(all("select").get(0)).page(1, key);
            }
        } else {
            find(query);
        }
    }

    /** Asks a question for the rows of the selection, or for the ids. */
    void find(Query<?> query) {
        if (!all("select").isEmpty()) {
            query.select(all("select").get(0)).list();
        } else if (!all("select as record").isEmpty()) {
            query.select(Person.class, all("select as record").get(0)).list();
        } else {
            query.ids();
        }
    }

    /** The names of the objects that the header says are found; all of them where it says no more than that. */
    List<String> answer(Population population) {
        if (!all("finds").isEmpty()) {
            return List.of(all("finds").get(0).split(", "));
        }
        if (!all("finds nothing").isEmpty()) {
            return List.of();
        }
        String all = all("finds all").get(0);
        return all.isEmpty() ? population.names(answerClass()) : List.of(all.split(", "));
    }

    /** Whether the header has exactly one line that says what is found. */
    boolean saysWhatItFinds() {
        return all("finds").size()
                        + all("finds all").size()
                        + all("finds nothing").size()
                == 1;
    }

    /** Whether the header says that it finds all, or nothing. */
    boolean isTrivialOnPurpose() {
        return all("finds").isEmpty();
    }

    /** The golden text; when asked to, writes this one into the file first. */
    String golden(String actual) {
        if (WRITE && !actual.equals(golden)) {
            Map<String, String> cases = CaseFile.read(file);
            cases.computeIfPresent(
                    name, (same, content) -> content.substring(0, content.length() - golden.length()) + actual);
            CaseFile.write(file, cases);
            return actual;
        }
        return golden;
    }

    @Override
    public String toString() {
        return file.getParent().getFileName() + "/" + file.getFileName() + ": " + name;
    }
}
