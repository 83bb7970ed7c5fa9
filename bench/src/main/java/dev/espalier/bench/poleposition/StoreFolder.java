package dev.espalier.bench.poleposition;

import dev.espalier.lab.target.TargetDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files of EclipseStore, beside those of SQLite. */
record StoreFolder(Path path) {

    static StoreFolder of(TargetDatabase at) {
        return new StoreFolder(at.file().toAbsolutePath().resolveSibling(at.name() + ".store"));
    }

    void recreate() {
        delete();
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + path + ": " + e.getMessage(), e);
        }
    }

    void delete() {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path + ": " + e.getMessage(), e);
        }
    }
}
