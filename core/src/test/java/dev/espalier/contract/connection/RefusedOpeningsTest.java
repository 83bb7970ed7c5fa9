package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.error.EspalierException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An opening whose settings do not fit the model leaves no file behind. */
class RefusedOpeningsTest {

    static class Note {
        long id;
        String text;
    }

    @TempDir
    Path folder;

    private void assertLeavesNothing(String engine, Settings settings, String code) throws IOException {
        String url = "jdbc:" + engine + ":" + folder.resolve("notes");
        assertThatThrownBy(() -> Database.open(url, Model.of(Note.class), settings))
                .isInstanceOfSatisfying(EspalierException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(code);
                    assertThat(refusal.place()).isEqualTo(url);
                });
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2", "duckdb"})
    void aMigrationOfAnUnknownAttributeLeavesNoFile(String engine) throws IOException {
        assertLeavesNothing(
                engine, Settings.defaults().migrations(Migration.of(Note.class).set("none", node -> 1)), "migration");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2", "duckdb"})
    void boundsOfAnUnknownFieldLeaveNoFile(String engine) throws IOException {
        assertLeavesNothing(
                engine, Settings.defaults().bounds(Note.class, bounds -> bounds.stopAt("none")), "bad-bounds");
    }
}
