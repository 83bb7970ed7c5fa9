package dev.espalier.lab.result;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One published database: another object database's figures on MySQL 9.1.
 *
 * @param database its published name
 * @param objects of each class
 * @param indexes the index level
 * @param found roots found
 * @param createSeconds to create it
 * @param objectsPerSecond of all classes
 * @param bytes on disk, null if none is published
 * @param coldCreateSeconds object creation, cold
 * @param coldSearchSeconds search, cold
 * @param warmCreateSeconds object creation, warm
 * @param warmSearchSeconds search, warm
 */
public record Published(
        String database,
        int objects,
        String indexes,
        int found,
        double createSeconds,
        double objectsPerSecond,
        @Nullable Long bytes,
        double coldCreateSeconds,
        double coldSearchSeconds,
        double warmCreateSeconds,
        double warmSearchSeconds) {

    /** The hardware of the published figures. */
    public static final String HARDWARE = "MySQL 9.1, 8 cores, 20 writer threads";

    private static final String RESOURCE = "published-objects-mysql-9.1.csv";
    private static final double GIGABYTE = 1e9;

    /** @return all published databases, in the published order */
    public static List<Published> all() {
        try (InputStream stream = Published.class.getResourceAsStream(RESOURCE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return lines.lines().skip(1).map(Published::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the published database of a size and level.
     *
     * @param objects of each class
     * @param indexes the index level's word
     * @return the database, if that one was published
     */
    public static Optional<Published> of(int objects, String indexes) {
        return all().stream()
                .filter(one -> one.objects == objects && one.indexes.equals(indexes))
                .findFirst();
    }

    private static Published parse(String line) {
        String[] column = line.split(",", -1);
        return new Published(
                column[0],
                Integer.parseInt(column[1]),
                column[2],
                Integer.parseInt(column[3]),
                Double.parseDouble(column[4]),
                Double.parseDouble(column[5]),
                column[6].isEmpty() ? null : Math.round(Double.parseDouble(column[6]) * GIGABYTE),
                Double.parseDouble(column[8]),
                Double.parseDouble(column[9]),
                Double.parseDouble(column[11]),
                Double.parseDouble(column[12]));
    }
}
