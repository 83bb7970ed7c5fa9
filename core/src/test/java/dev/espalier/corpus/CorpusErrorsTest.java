package dev.espalier.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CorpusErrorsTest {

    private static final String ERROR = "== error\n";

    @OnEveryEngine(Engine.SQLITE)
    void everyMistakeGivesTheGoldenError(TestDatabase database) {
        List<String> wrong = new ArrayList<>();
        for (CorpusModel model : CorpusModel.ALL) {
            Population population = model.populate().get();
            Database db = database.open(Model.of(model.array()), database.settings());
            db.storeAll(population.objects());
            CorpusCase.mistakes().stream()
                    .filter(mistake -> mistake.model() == model)
                    .forEach(mistake -> {
                        QueryException thrown =
                                catchThrowableOfType(QueryException.class, () -> mistake.find(db, population));
                        String message = ERROR + (thrown == null ? "no error" : thrown.getMessage()) + "\n";
                        String difference = Difference.ofLines(mistake.golden(message), message);
                        wrong.addAll(difference.isEmpty() ? List.of() : List.of("\n" + mistake + "\n" + difference));
                    });
            database.clear();
        }
        assertThat(wrong)
                .as("run with -Despalier.corpus.write=true if the changes (- before, + now) are meant")
                .isEmpty();
    }

    /** So that a new kind of mistake gets its example. */
    @Test
    void everyCodeHasAMistakeAndEveryMistakeHasACode() {
        Set<String> codes = Arrays.stream(ErrorCode.values())
                .filter(code ->
                        code.exception() == QueryException.class && code != ErrorCode.SQL_WITHOUT_IDS) // not of RQL
                .map(ErrorCode::code)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> inCorpus = CorpusCase.mistakes().stream()
                .map(CorpusErrorsTest::code)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(inCorpus).isEqualTo(codes);
    }

    /** What the message begins with: {@code unknown field at 7: ...}. */
    private static String code(CorpusCase mistake) {
        return mistake.golden()
                .substring(ERROR.length())
                .replaceFirst("(?s)( in (Q\\d+|@\\S+))? at \\d.*", "")
                .replace(' ', '-');
    }
}
