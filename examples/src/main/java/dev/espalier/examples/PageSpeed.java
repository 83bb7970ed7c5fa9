package dev.espalier.examples;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Reads all objects of a class in pages of 100, in several orders, and says how long the first, the middle and the last pages took. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class PageSpeed {

    static class Track {
        long id;

        @Nullable
        String title;

        @Nullable
        Integer year;

        int length;
        Artist artist;
    }

    static class Artist {
        String name;
    }

    private static final int SIZE = 100;
    private static final int ARTISTS = 10_000;
    private static final List<String> ORDERS = List.of(
            "",
            "ORDER BY id DESC",
            "ORDER BY length",
            "ORDER BY length DESC",
            "ORDER BY year",
            "ORDER BY year DESC",
            "ORDER BY title",
            "ORDER BY title DESC",
            "ORDER BY artist.name");

    private PageSpeed() {}

    /**
     * @param arguments how many objects; the URL of an empty database, or of one that this program has filled; its user. The password is
     *     what the environment variable {@code ESPALIER_PASSWORD} says
     */
    public static void main(String[] arguments) {
        Settings settings = Settings.defaults().indexes(IndexLevel.BOTH);
        run(
                arguments[1],
                arguments.length > 2
                        ? settings.user(arguments[2]).password(System.getenv("ESPALIER_PASSWORD"))
                        : settings,
                Integer.parseInt(arguments[0]));
    }

    static void run(String url, Settings settings, int tracks) {
        try (Database db = Database.open(url, Model.of(Track.class), settings)) {
            if (db.query(Track.class, "").count() == 0) {
                fill(db, tracks);
            }
            System.out.printf("%-22s %10s %10s %10s %10s%n", "ms a page", "pages", "first", "middle", "last");
            ORDERS.forEach(order -> measure(db, order));
        }
    }

    private static void fill(Database db, int tracks) {
        Random random = new Random(7);
        List<Artist> artists = new ArrayList<>();
        for (int i = 0; i < ARTISTS; i++) {
            Artist artist = new Artist();
            artist.name = words(random);
            artists.add(artist);
        }
        try (BulkWriter load = db.bulkWriter()) {
            for (int i = 0; i < tracks; i++) {
                Track track = new Track();
                track.title = random.nextInt(50) == 0 ? null : words(random);
                track.year = random.nextInt(20) == 0 ? null : 1950 + random.nextInt(76);
                track.length = random.nextInt(60_000_000);
                track.artist = artists.get(random.nextInt(ARTISTS));
                load.store(track);
            }
        }
    }

    private static String words(Random random) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            words.append(i % 6 == 5 ? ' ' : (char) ('a' + random.nextInt(26)));
        }
        return words.toString();
    }

    /** Medians of a hundred pages each. */
    private static void measure(Database db, String order) {
        Query<Track> query = db.query(Track.class, order);
        List<Double> millis = new ArrayList<>();
        String next = null;
        do {
            long start = System.nanoTime();
            Page<Track> page = query.page(SIZE, next);
            millis.add((System.nanoTime() - start) / 1e6);
            next = page.next();
        } while (next != null);
        int pages = millis.size();
        int part = Math.min(100, pages);
        System.out.printf(
                Locale.ROOT,
                "%-22s %10d %10.2f %10.2f %10.2f%n",
                order.isEmpty() ? "by id" : order,
                pages,
                median(millis.subList(0, part)),
                median(millis.subList((pages - part) / 2, (pages + part) / 2)),
                median(millis.subList(pages - part, pages)));
    }

    private static double median(List<Double> millis) {
        double[] sorted =
                millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0);
    }
}
