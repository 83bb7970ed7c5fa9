package dev.espalier.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.lab.spec.PackSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Presets of published reports. Nothing is run. */
class PresetTest {

    private static PackSpec spec(String... words) {
        return PackCommand.parsed(List.of(words)).spec();
    }

    @Test
    void publishedOltpSetsWhatTheReportSet() {
        PackSpec spec = spec("oltp", "--on", "mysql", "--preset", "published");

        assertThat(spec.connections()).containsExactly(64, 128, 256, 512, 1_024);
        assertThat(spec.loading().repeats()).isEqualTo(3);
        assertThat(spec.loading().server().settings())
                .containsExactly(Map.entry("max_prepared_stmt_count", String.valueOf(8 * 5 * 1_024)));
    }

    @Test
    void givenOptionsOverrideAPreset() {
        PackSpec spec = spec(
                "oltp",
                "--on",
                "mysql",
                "--preset=published",
                "--repeats=5",
                "--connections=8,64",
                "--set=max_connections=2000");

        assertThat(spec.connections()).containsExactly(8, 64);
        assertThat(spec.loading().repeats()).isEqualTo(5);
        assertThat(spec.loading().server().settings())
                .as("2,560 statements are within the default")
                .containsExactly(Map.entry("max_connections", "2000"));
    }

    @Test
    void serverOfAUrlIsNotStarted() {
        assertThat(spec("oltp", "--on", "jdbc:mysql://10.0.0.1/lab", "--user", "lab", "--preset=published")
                        .loading()
                        .server()
                        .settings())
                .isEmpty();
        assertThat(spec("oltp", "--on", "mysql", "--unprepared", "--preset=published")
                        .loading()
                        .server()
                        .settings())
                .isEmpty();
    }
}
