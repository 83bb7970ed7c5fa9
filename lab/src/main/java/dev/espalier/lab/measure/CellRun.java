package dev.espalier.lab.measure;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.espalier.lab.subject.TransactionCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one database, once. Figures of queries that were not requested or not finished are null.
 *
 * @param createSeconds from the first object made to the last index built, the making of objects included
 * @param generateSeconds the part of it in which objects were made and nothing was handed to the subject
 * @param loadRoad how the subject loaded
 * @param searchRoad how the subject searched; null if it has not
 * @param bytes what the database took on disk afterwards; null if nobody says
 * @param search its queries; in JSON their members are members of this
 * @param structureObjects objects in the complete structures of 1,000 M1
 * @param structureSeconds from the ids of the 1,000 to their structures, median
 * @param transactions what transactions have met while the database was made; null for a bulk load
 * @param load processor and disks while the database was made and asked, every second; in results of earlier versions while it was made
 * @param phases of the work, by their beginnings; empty in results of earlier versions
 */
public record CellRun(
        double createSeconds,
        double generateSeconds,
        String loadRoad,
        @Nullable String searchRoad,
        @Nullable Long bytes,
        @JsonUnwrapped SearchTimes search,
        @Nullable Long structureObjects,
        @Nullable Double structureSeconds,
        @Nullable TransactionCounts transactions,
        List<ResourceSample> load,
        List<Phase> phases) {

    /** Without transactions, and without phases. */
    public CellRun(
            double createSeconds,
            double generateSeconds,
            String loadRoad,
            String searchRoad,
            Long bytes,
            SearchTimes search,
            Long structureObjects,
            Double structureSeconds,
            List<ResourceSample> load) {
        this(
                createSeconds,
                generateSeconds,
                loadRoad,
                searchRoad,
                bytes,
                search,
                structureObjects,
                structureSeconds,
                null,
                load,
                List.of());
    }

    /** Copies the samples. */
    public CellRun {
        load = List.copyOf(load);
        phases = phases == null ? List.of() : List.copyOf(phases);
    }

    /** @return whether every query that was asked for was finished: structures are the last */
    public boolean whole() {
        return structureSeconds != null;
    }
}
