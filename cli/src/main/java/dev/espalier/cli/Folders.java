package dev.espalier.cli;

import java.nio.file.Path;

import dev.espalier.lab.target.Targets;

/** Where things lie: the launcher says which folder is the project's, else it is the current one. */
final class Folders {

    private Folders() {
    }

    static Path home() {
        return Path.of(System.getProperty("espalier.home", ""));
    }

    /** SQLite's files lie in the folder of the results. */
    static Targets targets(Path out) {
        return new Targets(home(), out.resolve("data"), System.getenv());
    }
}
