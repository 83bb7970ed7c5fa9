package dev.espalier.lab.target;

import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.duckdb.DuckDbDriver;
import dev.espalier.internal.engine.h2.H2Driver;
import dev.espalier.internal.engine.sqlite.SqliteDriver;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The URLs and files of databases that run in this process, as the library's own engines name them. */
final class EmbeddedFiles {

    private EmbeddedFiles() {}

    /** Returns the URL of a database in a folder. An interrupted thread does not close the files of H2 that are named so. */
    static String urlPrefix(Engine engine, String folder) {
        // a relative path of H2 begins with a dot
        return driver(engine).urlPrefix()
                + (engine == Engine.H2 ? "async:" + Path.of(folder).toAbsolutePath() + "/" : folder);
    }

    /** Returns what stands behind the name of a database in its URL. */
    static String urlSuffix(Engine engine) {
        return switch (engine) {
            case SQLITE -> ".db";
            case DUCKDB -> ".duckdb";
            default -> ""; // H2 adds its own
        };
    }

    /** Returns the file with the data. */
    static Path data(Engine engine, String url) {
        return Objects.requireNonNull(driver(engine).file(url), "the lab names a file");
    }

    /** Returns every file that there may be, beside that with the data: logs, traces. */
    static List<Path> all(Engine engine, String url) {
        Path data = data(engine, url);
        Stream<String> others = switch (engine) {
            case SQLITE -> Stream.of("-wal", "-shm", "-journal").map(suffix -> data + suffix);
            case DUCKDB -> Stream.of(data + ".wal");
            default -> Stream.of(data.toString().replaceFirst("\\.mv\\.db$", ".trace.db"));
        };
        return Stream.concat(Stream.of(data), others.map(Path::of)).toList();
    }

    private static Driver driver(Engine engine) {
        return switch (engine) {
            case SQLITE -> new SqliteDriver();
            case H2 -> new H2Driver();
            case DUCKDB -> new DuckDbDriver();
            default -> throw new IllegalArgumentException(engine.title() + " has no files of its own");
        };
    }
}
