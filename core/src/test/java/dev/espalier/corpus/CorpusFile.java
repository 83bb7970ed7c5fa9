package dev.espalier.corpus;

import dev.espalier.Database;
import dev.espalier.Query;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A query of the corpus, right or wrong.
 *
 * @param model what it is asked of
 * @param title what it shows
 * @param header the other lines before the query, in order
 * @param text the query
 * @param golden what the stages make of it, or its error: from the first line that begins with {@code ==}
 */
record CorpusFile(Path file, CorpusModel model, String title, List<Line> header, String text, String golden) {

    static final Path ROOT = Path.of("src/test/resources/corpus");
    static final String ERRORS = "errors";

    private static final Set<String> KEYS = Set.of(
            "root",
            "with",
            "define",
            "resolveRoots",
            "resolveCycles",
            "rootsOf",
            "page",
            "page behind",
            "finds",
            "finds all",
            "finds nothing");
    private static final String GOLDEN = "== ";
    private static final boolean WRITE = Boolean.getBoolean("espalier.corpus.write");

    /** A line of the header: {@code -- root: M1}. */
    record Line(String key, String value) {}

    /** A query that others name. */
    record Variable(Class<?> type, String text) {}

    /** All queries with an answer. */
    static List<CorpusFile> queries() {
        return CorpusModel.ALL.stream()
                .flatMap(model -> queries(model).stream())
                .toList();
    }

    /** The queries of one model, by name. */
    static List<CorpusFile> queries(CorpusModel model) {
        return files(model.folder()).stream()
                .map(file -> read(file, Optional.of(model)))
                .toList();
    }

    /** All mistakes, by name. */
    static List<CorpusFile> mistakes() {
        return files(ERRORS).stream().map(file -> read(file, Optional.empty())).toList();
    }

    private static List<Path> files(String folder) {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".rql"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param model absent where the root names it: {@code persons.User} */
    private static CorpusFile read(Path file, Optional<CorpusModel> model) {
        try {
            String[] content = Files.readString(file).split("\n", -1);
            List<Line> header = new ArrayList<>();
            int at = 1;
            for (; content[at].startsWith("-- "); at++) {
                header.add(line(content[at].substring(3)));
            }
            int end = at;
            while (end < content.length && !content[end].startsWith(GOLDEN)) {
                end++;
            }
            String text = String.join("\n", Arrays.asList(content).subList(at, end));
            String golden = String.join("\n", Arrays.asList(content).subList(end, content.length));
            return new CorpusFile(
                    file, model.orElseGet(() -> modelOfRoot(header)), content[0].substring(3), header, text, golden);
        } catch (RuntimeException | IOException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
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
        return rootsOf().isPresent() ? rootsOf().get() : root();
    }

    /** The other class whose objects are wanted. */
    Optional<Class<?>> rootsOf() {
        return all("rootsOf").stream().findFirst().map(model::type);
    }

    /** The paths along which roots are wanted, none for all; absent where no roots are. */
    Optional<List<String>> relations() {
        return all("resolveRoots").stream()
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
        if (!all("resolveCycles").isEmpty()) {
            query = query.resolveCycles(
                    Boolean.parseBoolean(all("resolveCycles").get(0)));
        }
        if (relations().isPresent()) {
            query = query.resolveRoots(relations().get().toArray(String[]::new));
        }
        return rootsOf().isPresent() ? query.rootsOf(rootsOf().get()) : query;
    }

    /** Asks as the header says: for the ids, or for a page, behind a key or behind the first page of another query. */
    void find(Database db, Population population) {
        Query<?> query = ask(db, population);
        if (!all("page behind").isEmpty()) {
            query.page(
                    1, db.query(root(), all("page behind").get(0)).page(1, null).next());
        } else if (!all("page").isEmpty()) {
            query.page(1, all("page").get(0).isEmpty() ? null : all("page").get(0));
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
            try {
                String content = Files.readString(file);
                String query = golden.isEmpty()
                        ? content.stripTrailing() + "\n"
                        : content.substring(0, content.length() - golden.length());
                Files.writeString(file, query + actual);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return actual;
        }
        return golden;
    }

    @Override
    public String toString() {
        return file.getParent().getFileName() + "/" + file.getFileName();
    }
}
