package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Members;
import dev.espalier.Model;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A playlist is shown page by page, and never loaded as a whole. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class MemberPages {

    static class Playlist {
        long id;
        List<Track> tracks = new ArrayList<>();
        Map<String, Integer> plays = new LinkedHashMap<>();
    }

    static class Track {
        long id;
        String title;

        Track(String title) {
            this.title = title;
        }
    }

    private MemberPages() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:playlists.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Playlist.class))) {
            Playlist playlist = new Playlist();
            for (int number = 1; number <= 1_000; number++) {
                playlist.tracks.add(new Track("Track " + number));
                playlist.plays.put("listener " + number, number);
            }
            db.store(playlist);
            show(db, playlist.id);
        }
    }

    private static void show(Database db, long id) {
        Members<Track> tracks = db.members(Playlist.class, id, "tracks", Track.class);
        List<Track> page = tracks.list(500, 50);
        System.out.println(page.get(0).title + " to " + page.get(49).title + " of " + tracks.count());

        Members<Map.Entry<String, Integer>> plays =
                db.entries(Playlist.class, id, "plays", String.class, Integer.class);
        plays.list(998, 50).forEach(entry -> System.out.println(entry.getKey() + ": " + entry.getValue()));
    }
}
