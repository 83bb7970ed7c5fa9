package dev.espalier.lab.cli;

import dev.espalier.lab.result.LiveFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folders that a run makes for its results, for one that ends before it has any. */
final class MadeFolders {

    /** Below the folder of the results lie those of sides and cells, and in each one that of the databases. */
    private static final int DEEPEST = 3;

    private final Path out;
    private final boolean isNew;
    /** Not there before the run: its live figures, and folders, the innermost first. */
    private final List<Path> made = new ArrayList<>();

    /** @param out the folder of the results, before the run makes it */
    MadeFolders(Path out) {
        this.out = out.toAbsolutePath();
        this.isNew = !Files.exists(out);
        Path live = this.out.resolve(LiveFile.NAME);
        if (!Files.exists(live)) {
            made.add(live);
        }
        Path data = this.out.resolve("data");
        for (Path folder = data; folder != null && !Files.exists(folder); folder = folder.getParent()) {
            made.add(folder);
        }
    }

    /** Deletes those that hold nothing, and the live figures. What cannot be deleted stays. */
    void deleteEmpty() {
        try {
            List<Path> all = new ArrayList<>(isNew ? below(out) : List.of());
            all.addAll(made);
            all.sort(Comparator.comparingInt(Path::getNameCount).reversed());
            for (Path path : all) {
                deleteIfEmpty(path);
            }
        } catch (IOException | UncheckedIOException e) {
            // a folder that stays is no failure of the run
        }
    }

    private static List<Path> below(Path out) throws IOException {
        if (!Files.isDirectory(out)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(out, DEEPEST)) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // somebody needs it
        }
    }
}
