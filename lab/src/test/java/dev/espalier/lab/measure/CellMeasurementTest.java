package dev.espalier.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.lab.measure.CellMeasurement.Creation;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.subject.Subject;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The course of one measurement of a database. */
class CellMeasurementTest {

    @TempDir
    private Path out;

    /** A busy machine leaves seconds without a sample. */
    @Test
    void questionsBeginBehindTheLastSampleOfTheCreation() throws SQLException {
        TargetDatabase database = new Targets(out, out, System.getenv())
                .find("sqlite", "", Password.NONE)
                .database("espalier_lab_cell");
        database.recreate();
        try (Connection made = database.connect(Map.of())) {
            made.createStatement().execute("CREATE TABLE m1 (id INTEGER)");
            Creation creation = new Creation(
                    40,
                    1,
                    "by hand",
                    new long[0],
                    0,
                    null,
                    IntStream.of(1, 2, 40).mapToObj(CellMeasurementTest::sample).toList(),
                    List.of(new Phase("objects", 0.5), new Phase("indexes", 38.2)));
            CellRun run = new CellMeasurement(
                            Subject.of(SubjectName.JDBC),
                            database,
                            Indexes.NONE,
                            1_000,
                            1,
                            List.of(),
                            ObjectsSpec.Making.FASTEST)
                    .ask(creation, (stage, part) -> {}, () -> true);

            assertThat(run.phases())
                    .filteredOn(phase -> phase.name().equals("cold query"))
                    .singleElement()
                    .satisfies(phase -> assertThat(phase.fromSecond()).isGreaterThanOrEqualTo(40));
            assertThat(run.load()).extracting(ResourceSample::second).startsWith(1, 2, 40);
        } finally {
            database.drop();
        }
    }

    private static ResourceSample sample(int second) {
        return new ResourceSample(second, 5, null, null, null, null, null, null, null, null, null, null, null);
    }
}
