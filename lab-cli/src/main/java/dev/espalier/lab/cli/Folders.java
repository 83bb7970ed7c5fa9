package dev.espalier.lab.cli;

import dev.espalier.lab.target.Targets;
import java.nio.file.Path;

/** The folders: the launcher names the project's folder, otherwise it is the current one. */
final class Folders {

    private Folders() {}

    static Path home() {
        return Path.of(System.getProperty("espalier.home", ""));
    }

    /** SQLite's files lie in the folder of the results. */
    static Targets targets(Path out) {
        return new Targets(home(), out.resolve("data"), System.getenv());
    }
}
