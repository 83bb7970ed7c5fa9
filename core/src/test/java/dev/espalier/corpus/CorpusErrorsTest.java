package dev.espalier.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CorpusErrorsTest {

    private static final String ERROR = "== error\n";
    private static final Path FACE = Path.of("src/main/java/dev/espalier");
    private static final Pattern THROWN = Pattern.compile("new QueryException\\(\\s*\"([a-z-]+)\"");

    /** Where words with hyphens are codes and nothing else. */
    private static final List<Path> STAGES = Stream.of("rql", "plan", "search").map(FACE::resolve).toList();
    private static final Pattern CODE = Pattern.compile("\"([a-z]+(?:-[a-z]+)+)\"");

    @OnEveryEngine(Engine.SQLITE)
    void everyMistakeGivesTheGoldenError(TestDatabase database) {
        List<String> wrong = new ArrayList<>();
        for (CorpusModel model : CorpusModel.ALL) {
            Population population = model.populate().get();
            Database db = database.open(Model.of(model.array()), database.settings());
            db.storeAll(population.objects());
            CorpusFile.mistakes().stream().filter(mistake -> mistake.model() == model).forEach(mistake -> {
                QueryException thrown = catchThrowableOfType(QueryException.class, () -> mistake.find(db, population));
                String message = ERROR + (thrown == null ? "no error" : thrown.getMessage()) + "\n";
                String difference = Difference.ofLines(mistake.golden(message), message);
                wrong.addAll(difference.isEmpty() ? List.of() : List.of("\n" + mistake + "\n" + difference));
            });
            database.clear();
        }
        assertThat(wrong).as("run with -Despalier.corpus.write=true if the changes (- before, + now) are meant").isEmpty();
    }

    /** So that a new kind of mistake gets its example. */
    @Test
    void everyCodeHasAMistakeAndEveryMistakeHasACode() throws IOException {
        Set<String> inSources = new TreeSet<>(found(THROWN, FACE));
        inSources.addAll(found(THROWN, FACE.resolve("query")));
        for (Path stage : STAGES) {
            inSources.addAll(found(THROWN, stage));
            inSources.addAll(found(CODE, stage));
        }
        Set<String> inCorpus = CorpusFile.mistakes().stream().map(CorpusErrorsTest::code).collect(Collectors.toCollection(TreeSet::new));
        assertThat(inCorpus).isEqualTo(inSources);
    }

    private static Set<String> found(Pattern pattern, Path folder) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
                pattern.matcher(Files.readString(file)).results().forEach(result -> found.add(result.group(1)));
            }
        }
        return found;
    }

    /** What the message begins with: {@code unknown field at 7: ...}. */
    private static String code(CorpusFile mistake) {
        return mistake.golden().substring(ERROR.length()).replaceFirst("(?s)( in (Q\\d+|@\\S+))? at \\d.*", "").replace(' ', '-');
    }
}
