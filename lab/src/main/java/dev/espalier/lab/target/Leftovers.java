package dev.espalier.lab.target;

import dev.espalier.lab.spec.RunName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The databases of a target that carry the name of a run: those of runs that were killed, those that {@code --keep} has left, and those of
 * runs that go on.
 */
public final class Leftovers {

    private static final String PREFIX = "espalier_lab_r";

    private Leftovers() {}

    /**
     * A database that a run has made.
     *
     * @param run its name
     * @param database where it is
     * @param sessions connections to it of this account; 0 for a file, of which nobody knows
     */
    public record Leftover(RunName run, TargetDatabase database, int sessions) {}

    /**
     * Returns what is there.
     *
     * @param target a SQL database, or the folder of an embedded one
     * @return by the order of names, which is that of time
     */
    public static List<Leftover> of(Target target) {
        List<Leftover> found = new ArrayList<>();
        Map<String, Integer> names = target.engine().isEmbedded() ? files(target) : onServer(target);
        names.forEach((name, sessions) ->
                RunName.of(name).ifPresent(run -> found.add(new Leftover(run, target.database(name), sessions))));
        return found;
    }

    private static Map<String, Integer> files(Target target) {
        Path like = target.database(PREFIX).file().toAbsolutePath();
        Path folder = like.getParent();
        String file = like.getFileName().toString();
        String before = file.substring(0, file.lastIndexOf(PREFIX)); // a URL may begin the names of its files
        String after = file.substring(before.length() + PREFIX.length());
        Map<String, Integer> names = new TreeMap<>();
        if (folder == null || !Files.isDirectory(folder)) {
            return names;
        }
        try (Stream<Path> files = Files.list(folder)) {
            files.map(found -> found.getFileName().toString())
                    .filter(found -> found.startsWith(before) && found.endsWith(after))
                    .forEach(found -> names.put(found.substring(before.length(), found.length() - after.length()), 0));
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    private static Map<String, Integer> onServer(Target target) {
        boolean isPostgres = target.engine() == Engine.POSTGRES;
        Map<String, Integer> names = new TreeMap<>();
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement()) {
            String all = isPostgres
                    ? "SELECT datname FROM pg_database"
                    : "SELECT schema_name FROM information_schema.schemata";
            try (ResultSet rows = statement.executeQuery(all)) {
                while (rows.next()) {
                    if (rows.getString(1).startsWith(PREFIX)) {
                        names.put(rows.getString(1), 0);
                    }
                }
            }
            String sessions = isPostgres
                    ? "SELECT datname AS db FROM pg_stat_activity WHERE backend_type = 'client backend'"
                    : "SHOW PROCESSLIST";
            try (ResultSet rows = statement.executeQuery(sessions)) {
                while (rows.next()) {
                    String name = rows.getString("db");
                    if (name != null) {
                        names.computeIfPresent(name, (database, before) -> before + 1);
                    }
                }
            }
            return names;
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot list the databases on " + target.engine().title() + ": " + Target.firstLine(e), e);
        }
    }
}
