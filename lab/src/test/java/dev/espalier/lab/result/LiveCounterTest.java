package dev.espalier.lab.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.espalier.lab.measure.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveCounterTest {

    @TempDir
    private Path folder;

    private JsonNode read() throws IOException {
        return read(folder);
    }

    private static JsonNode read(Path folder) throws IOException {
        return new ObjectMapper().readTree(folder.resolve(LiveFile.NAME).toFile());
    }

    @Test
    void reportedFiguresAreWrittenEachSecond() throws Exception {
        try (LiveCounter live = new LiveCounter(folder)) {
            live.starts(1, 2, "objects on sqlite", "create");
            live.at("query", 0.25);
            live.done(3_000_000);
            JsonNode now = new ObjectMapper().createObjectNode();
            // The file comes by itself each second, perhaps before all was reported.
            while (now.path("operations").asLong() == 0) {
                Thread.sleep(20);
                now = folder.resolve(LiveFile.NAME).toFile().exists() ? read() : now;
            }
            assertThat(now.path("title").asText()).isEqualTo("objects on sqlite");
            assertThat(now.path("phase").asText()).isEqualTo("query");
            assertThat(now.path("part").asDouble()).isEqualTo(0.25);
            assertThat(now.path("operations").asLong()).isEqualTo(1);
            assertThat(now.path("times").path("maxNanos").asLong()).isEqualTo(3_000_000);
            assertThat(now.path("isEnded").asBoolean()).isFalse();
        }
        assertThat(read().path("isEnded").asBoolean()).isTrue();
    }

    @Test
    void eachRunCountsAnew() throws IOException {
        int tries = 0;
        while (!eachRunCountsAnew(folder.resolve("try" + ++tries))) {
            assertThat(tries)
                    .as("each second a file is written, hardly ever between two lines")
                    .isLessThan(100);
        }
    }

    /** False if the second run's figures were written before those of the first one could be read. */
    private static boolean eachRunCountsAnew(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (LiveCounter live = new LiveCounter(folder)) {
            live.starts(1, 2, "first", "load");
            live.done(1);
            live.failed("deadlock");
            live.starts(2, 2, "second", "load");
            JsonNode first = read(folder);
            if (first.path("title").asText().equals("second")) {
                return false;
            }
            assertThat(first.path("title").asText())
                    .as("what the first one has done is not lost")
                    .isEqualTo("first");
            assertThat(first.path("failures").path("deadlock").asInt()).isEqualTo(1);
            LatencyHistogram two = new LatencyHistogram();
            two.record(5_000);
            two.record(9_000);
            live.done(two);
            live.at("check");
        }
        JsonNode ended = read(folder);
        assertThat(ended.path("number").asInt()).isEqualTo(2);
        assertThat(ended.path("phase").asText()).isEqualTo("check");
        assertThat(ended.path("part").isNull()).isTrue();
        assertThat(ended.path("operations").asLong()).isEqualTo(2);
        assertThat(ended.path("failures")).isEmpty();
        return true;
    }

    @Test
    void counterWithoutARunWritesNothing() {
        new LiveCounter(folder).close();
        assertThat(folder).isEmptyDirectory();
    }
}
