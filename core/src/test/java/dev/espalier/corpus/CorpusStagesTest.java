package dev.espalier.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.rql.Rql;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("pure")
class CorpusStagesTest {

    static List<CorpusCase> queries() {
        return CorpusCase.queries();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void everyStageGivesTheGoldenText(CorpusCase query) {
        String stages = Stages.of(query);

        assertThat(Difference.ofLines(query.golden(stages), stages))
                .as("%s: run with -Despalier.corpus.write=true if the change (- before, + now) is meant", query)
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void printingAgainChangesNothing(CorpusCase query) {
        for (String text : texts(query)) {
            String printed = Rql.print(Rql.parse(text));

            assertThat(Rql.print(Rql.parse(printed))).isEqualTo(printed);
        }
    }

    private static List<String> texts(CorpusCase query) {
        return Stream.concat(
                        Stream.of(query.text()),
                        query.variables().values().stream().map(CorpusCase.Variable::text))
                .toList();
    }
}
