package dev.espalier.lab.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.measure.CellRun;
import dev.espalier.lab.measure.Medians;
import dev.espalier.lab.measure.SearchTimes;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.subject.TransactionCounts;
import dev.espalier.lab.workload.ObjectClass;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One database of a run: the medians of its repeats. Figures of queries that were not requested or not finished are null. In JSON the members of
 * {@code creation}, {@code search}, {@code structures} and {@code roads} are members of the cell.
 *
 * @param subject who stored and found
 * @param target the engine
 * @param objects of each class
 * @param indexes the index level
 * @param creation how the database was made
 * @param search its queries
 * @param structures complete structures by id
 * @param roads how the subject worked
 * @param transactions what transactions have met, in the last repeat; null for a bulk load
 * @param runs every repeat by itself
 */
public record Cell(
        String subject,
        String target,
        int objects,
        String indexes,
        @JsonUnwrapped Creation creation,
        @JsonUnwrapped SearchTimes search,
        @JsonUnwrapped Structures structures,
        @JsonUnwrapped Roads roads,
        @Nullable TransactionCounts transactions,
        List<CellRun> runs) {

    /**
     * How a database was made.
     *
     * @param createSeconds from the first object to the last index
     * @param generateSeconds the part of it in which objects were made
     * @param objectsPerSecond objects of all classes by {@code createSeconds}
     * @param bytes what the database took on disk; null if nobody says, or 0 in older results
     */
    public record Creation(
            double createSeconds,
            double generateSeconds,
            double objectsPerSecond,
            @Nullable Long bytes) {}

    /**
     * Complete structures by id.
     *
     * @param structureObjects objects in the complete structures of 1,000 M1
     * @param structureObjectsPerSecond how fast they came, by id, warm
     */
    public record Structures(
            @Nullable Long structureObjects, @Nullable Double structureObjectsPerSecond) {}

    /**
     * How a subject worked.
     *
     * @param loadRoad how it loaded
     * @param searchRoad how it searched
     */
    public record Roads(@Nullable String loadRoad, @Nullable String searchRoad) {}

    /** Copies the runs. */
    public Cell {
        runs = List.copyOf(runs);
    }

    /**
     * Takes the medians.
     *
     * @param subject who stored and found
     * @param target the engine's word
     * @param objects of each class
     * @param indexes the level
     * @param runs at least one repeat
     * @return the cell
     */
    public static Cell of(SubjectName subject, String target, int objects, Indexes indexes, List<CellRun> runs) {
        Double structureSeconds = median(runs, CellRun::structureSeconds);
        Long structureObjects = last(runs, CellRun::structureObjects);
        double createSeconds =
                Medians.of(runs.stream().map(CellRun::createSeconds).toList());
        long allObjects = (long) objects * ObjectClass.values().length;
        Creation creation = new Creation(
                createSeconds,
                Medians.of(runs.stream().map(CellRun::generateSeconds).toList()),
                allObjects / createSeconds,
                last(runs, CellRun::bytes));
        SearchTimes search = new SearchTimes(
                last(runs, run -> run.search().found()),
                last(runs, run -> run.search().coldLevel()),
                last(runs, run -> run.search().coldProof()),
                median(runs, run -> run.search().coldSearchSeconds()),
                median(runs, run -> run.search().coldCreateSeconds()),
                median(runs, run -> run.search().warmSearchSeconds()),
                median(runs, run -> run.search().warmCreateSeconds()));
        Structures structures = new Structures(
                structureObjects,
                structureSeconds == null || structureObjects == null ? null : structureObjects / structureSeconds);
        Roads roads = new Roads(last(runs, CellRun::loadRoad), last(runs, CellRun::searchRoad));
        return new Cell(
                subject.word(),
                target,
                objects,
                indexes.word(),
                creation,
                search,
                structures,
                roads,
                last(runs, CellRun::transactions),
                runs);
    }

    /** Of the last repeat that has it; null if none has. */
    private static <T> @Nullable T last(List<CellRun> runs, Function<CellRun, @Nullable T> fact) {
        return runs.stream()
                .map(fact)
                .filter(Objects::nonNull)
                .reduce((before, after) -> after)
                .orElse(null);
    }

    private static @Nullable Double median(List<CellRun> runs, Function<CellRun, @Nullable Double> figure) {
        return Medians.ofMeasured(runs.stream().map(figure).toList());
    }
}
