package dev.espalier.bench;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.lab.target.TargetDatabase;

/** Opens databases with the library. */
public final class EspalierDatabases {

    private EspalierDatabases() {}

    /**
     * Opens a database. Indexes are those that the benchmark wants, and the way back of each relation.
     *
     * @param at its place
     * @param model the classes
     * @return the database
     */
    public static Database open(TargetDatabase at, Model model) {
        Settings settings = Settings.defaults()
                .indexes(IndexLevel.RELATIONS)
                .maxObjects(Long.MAX_VALUE); // no size stops a measurement
        if (!at.target().engine().isEmbedded()) {
            settings = settings.user(at.target().user())
                    .password(at.target().password().reveal());
        }
        return Database.open(at.url(), model, settings);
    }
}
