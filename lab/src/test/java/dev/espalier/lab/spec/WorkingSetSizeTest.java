package dev.espalier.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked // tests give null on purpose
class WorkingSetSizeTest {

    @ParameterizedTest
    @CsvSource({
        "5, 5, ROWS",
        "5%, 5, ROWS",
        "0.5, 0.5, ROWS",
        "100, 100, ROWS",
        "80%buffer, 80, BUFFER",
        "250.5%buffer, 250.5, BUFFER"
    })
    void isPercentOfTheRowsOrOfTheBuffer(String text, double percent, WorkingSetSize.Of of) {
        assertThat(WorkingSetSize.parse(text)).isEqualTo(new WorkingSetSize(percent, of));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            much        | --working-set: found 'much', expected percent of the rows, such as 5, or of the server's buffer, such as 80%buffer
            80%cache    | --working-set: found '80%cache', expected percent of the rows, such as 5, or of the server's buffer, such as 80%buffer
            80buffer    | --working-set: found '80buffer', expected percent of the rows, such as 5, or of the server's buffer, such as 80%buffer
            -5          | --working-set: found '-5', expected percent of the rows, such as 5, or of the server's buffer, such as 80%buffer
            0           | --working-set: found 0, expected a number from 0.001 to 100
            101         | --working-set: found 101, expected a number from 0.001 to 100
            0%buffer    | --working-set: found 0, expected a number from 0.001 to 100000
            """)
    void invalidSizeIsRefused(String text, String message) {
        assertThatThrownBy(() -> WorkingSetSize.parse(text))
                .isInstanceOf(SpecException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT_CPU_BOUND | 200%buffer | --working-set: found 200%buffer with --load select-cpu-bound, expected at most 100%buffer; what does not fit the buffer is select-io-bound
            SELECT_IO_BOUND  | 80%buffer  | --working-set: found 80%buffer with --load select-io-bound, expected more than 100%buffer; what fits the buffer is select-cpu-bound
            """)
    void whatFitsTheBufferIsNotIoBoundAndOtherwise(FortyTablesLoad load, String size, String message) {
        WorkingSetSize asked = WorkingSetSize.parse(size);

        assertThatThrownBy(() -> spec(load, asked.percent(), asked.of()))
                .isInstanceOf(SpecException.class)
                .hasMessage(message);
    }

    /** Results without the member were made when selects that are bound by the disk drew from all rows, whatever the percentage said. */
    @ParameterizedTest
    @CsvSource({"SELECT_CPU_BOUND, 5", "SELECT_IO_BOUND, 100"})
    void ofOldResultsItIsWhatWasDrawn(FortyTablesLoad load, double percent) {
        assertThat(spec(load, 5, null).workingSet()).isEqualTo(new WorkingSetSize(percent, WorkingSetSize.Of.ROWS));
    }

    private static FortyTablesSpec spec(FortyTablesLoad load, double percent, WorkingSetSize.Of of) {
        return new FortyTablesSpec(
                "sqlite",
                DataSpec.of("mysql", "forty", false),
                load,
                new FortyTablesSpec.Size(3, 300),
                percent,
                of,
                List.of(1),
                new LoadSpec(0, Arrival.CONSTANT, 0, 600, 20, 10, 1, 8));
    }
}
