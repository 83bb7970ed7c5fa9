package dev.espalier.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.WrongAnswerException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The questions of TPC-H at a thousandth of scale 1: on SQLite, and on DuckDB, whose sums of decimals are exact. */
final class TpchTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "duckdb"})
    void selectionsAndSqlAnswerEachQuestionAlike(String engine) {
        List<TpchRun.Line> lines = new ArrayList<>();

        new TpchRun(0.001, 1)
                .run(new Targets(Path.of(""), folder, Map.of()).findAny(engine, "", Password.NONE), lines::add);

        assertThat(lines).extracting(TpchRun.Line::question).containsExactly(TpchQuestion.values());
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void differentAndEmptyAnswersAreRefused() {
        List<List<Object>> selected = List.of(List.of("FRANCE", new BigDecimal("1.00")));

        TpchAnswers.requireAlike(TpchQuestion.Q5, Engine.DUCKDB, selected, List.of(List.of("FRANCE", 1)));
        TpchAnswers.requireAlike(TpchQuestion.Q5, Engine.SQLITE, selected, List.of(List.of("FRANCE", 1.0000000001)));
        assertThatThrownBy(() -> TpchAnswers.requireAlike(
                        TpchQuestion.Q5, Engine.DUCKDB, selected, List.of(List.of("FRANCE", 1.0000000001))))
                .isInstanceOf(WrongAnswerException.class)
                .hasMessageContaining("Q5 on DuckDB");
        assertThatThrownBy(() -> TpchAnswers.requireAlike(TpchQuestion.Q5, Engine.SQLITE, selected, List.of()))
                .isInstanceOf(WrongAnswerException.class);
        List<List<Object>> nothing = List.of(Collections.singletonList(null));
        assertThatThrownBy(() -> TpchAnswers.requireAlike(TpchQuestion.Q6, Engine.SQLITE, nothing, nothing))
                .isInstanceOf(WrongAnswerException.class)
                .hasMessageContaining("no value");
    }
}
