package dev.espalier.lab.result;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import dev.espalier.lab.measure.CellRun;
import dev.espalier.lab.measure.Medians;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.workload.ObjectClass;

/**
 * One database of a run: the medians of its repeats. Figures of queries that were not requested or not finished are null.
 *
 * @param subject who stored and found
 * @param target the engine
 * @param objects of each class
 * @param indexes the index level
 * @param createSeconds from the first object to the last index
 * @param generateSeconds the part of it in which objects were made
 * @param objectsPerSecond objects of all classes by {@code createSeconds}
 * @param bytes what the database took on disk
 * @param found roots found by the query, each time; null where none was finished
 * @param coldLevel how cold the cache was: cold, restarted, reopened or warm
 * @param coldProof what showed it
 * @param coldSearchSeconds from the query to ids, first time
 * @param coldCreateSeconds from these ids to complete structures, first time
 * @param warmSearchSeconds the same later
 * @param warmCreateSeconds the same later
 * @param structureObjects objects in the complete structures of 1,000 M1
 * @param structureObjectsPerSecond how fast they came, by id, warm
 * @param loadRoad how the subject loaded
 * @param searchRoad how the subject searched
 * @param runs every repeat by itself
 */
public record Cell(String subject, String target, int objects, String indexes, double createSeconds, double generateSeconds,
                   double objectsPerSecond, long bytes, Integer found, String coldLevel, String coldProof, Double coldSearchSeconds,
                   Double coldCreateSeconds, Double warmSearchSeconds, Double warmCreateSeconds, Long structureObjects,
                   Double structureObjectsPerSecond, String loadRoad, String searchRoad, List<CellRun> runs) {

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
        double createSeconds = median(runs, CellRun::createSeconds);
        long allObjects = (long) objects * ObjectClass.values().length;
        return new Cell(subject.word(), target, objects, indexes.word(), createSeconds, median(runs, CellRun::generateSeconds),
                allObjects / createSeconds, last(runs, CellRun::bytes), last(runs, CellRun::found), last(runs, CellRun::coldLevel),
                last(runs, CellRun::coldProof),
                median(runs, CellRun::coldSearchSeconds), median(runs, CellRun::coldCreateSeconds),
                median(runs, CellRun::warmSearchSeconds), median(runs, CellRun::warmCreateSeconds), structureObjects,
                structureSeconds == null ? null : structureObjects / structureSeconds, last(runs, CellRun::loadRoad), last(runs, CellRun::searchRoad), runs);
    }

    /** Of the last repeat that has it; null where none has. */
    private static <T> T last(List<CellRun> runs, Function<CellRun, T> fact) {
        return runs.stream().map(fact).filter(Objects::nonNull).reduce((before, after) -> after).orElse(null);
    }

    private static Double median(List<CellRun> runs, Function<CellRun, Double> figure) {
        return Medians.of(runs.stream().map(figure).toList());
    }
}
