package dev.espalier.internal.migration;

import java.time.Duration;
import java.util.List;

/** Receives the progress of a migration. */
@FunctionalInterface
public interface MigrationListener {

    /**
     * @param className the class of the objects
     * @param attributes the attributes that get their values
     * @param done how many objects are done
     * @param total how many objects there are
     * @param elapsed the time since the first of them
     */
    void done(String className, List<String> attributes, long done, long total, Duration elapsed);
}
