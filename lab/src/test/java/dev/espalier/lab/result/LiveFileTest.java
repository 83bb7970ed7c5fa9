package dev.espalier.lab.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LatencyHistogram;
import dev.espalier.lab.measure.SecondFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveFileTest {

    @TempDir
    private Path folder;

    private static SecondFigures second(int number, long... micros) {
        LatencyHistogram times = new LatencyHistogram();
        for (long one : micros) {
            times.record(one * 1_000);
        }
        return new SecondFigures(
                number,
                "measured",
                Map.of("deadlock", 2L),
                7,
                List.of(new SecondFigures.OfType("read", micros.length, Latency.of(times))));
    }

    private JsonNode read() throws IOException {
        return new ObjectMapper().readTree(folder.resolve(LiveFile.NAME).toFile());
    }

    @Test
    void eachSecondIsWrittenAndPassedOn() throws IOException {
        List<Integer> passedOn = new ArrayList<>();
        LiveFile file =
                new LiveFile(folder, "oltp on sqlite", 2, 3, (second, resources) -> passedOn.add(second.second()));
        assertThat(folder.resolve(LiveFile.NAME)).doesNotExist();
        for (int i = 0; i < 130; i++) {
            file.second(second(i, 100, 200, 5_000), null);
        }
        JsonNode live = read();
        assertThat(passedOn).hasSize(130);
        assertThat(live.path("title").asText()).isEqualTo("oltp on sqlite");
        assertThat(List.of(
                        live.path("number").asInt(),
                        live.path("of").asInt(),
                        live.path("second").asInt(),
                        live.path("operations").asInt(),
                        live.path("rate").asInt(),
                        live.path("rates").size(),
                        live.path("backlog").asInt(),
                        live.path("failures").path("deadlock").asInt()))
                .containsExactly(2, 3, 129, 390, 3, 120, 7, 2);
        assertThat(live.path("times").path("p50Nanos").asLong()).isBetween(190_000L, 210_000L);
        assertThat(live.path("times").path("maxNanos").asLong()).isBetween(4_900_000L, 5_100_000L);
        assertThat(live.path("isEnded").asBoolean()).isFalse();
        file.close();
        assertThat(read().path("isEnded").asBoolean()).isTrue();
    }

    @Test
    void secondWithoutOperationsHasNoTimes() throws IOException {
        new LiveFile(folder, "x", 1, 1, (second, resources) -> {}).second(second(0), null);

        assertThat(read().path("rate").asInt()).isZero();
        assertThat(read().path("times").toString())
                .isEqualTo("{\"p50Nanos\":null,\"p95Nanos\":null,\"p99Nanos\":null,\"maxNanos\":null}");
    }

    @Test
    void runWithoutASecondOrWithoutAFolderGoesOn() throws IOException {
        new LiveFile(folder, "x", 1, 1, (second, resources) -> {}).close();
        assertThat(folder.resolve(LiveFile.NAME)).doesNotExist();
        new LiveFile(folder.resolve("none"), "x", 1, 1, (second, resources) -> {}).second(second(0, 5), null);
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }
}
