package dev.espalier.promises;

import java.util.ArrayList;
import java.util.List;

/** A database object of the reference: all that was acknowledged of it, in order. */
final class Row {

    /** Content since a moment; null content after a deletion. */
    private record Since(long time, Content content) {}

    private final List<Since> history = new ArrayList<>();
    private final String name;
    long id;
    /** Whether a write that changes nothing may have moved the version in the database. */
    boolean isUncertain;

    Row(String name) {
        this.name = name;
    }

    void become(long time, Content content) {
        history.add(new Since(time, content));
    }

    /** How often it was written. */
    int version() {
        return history.size() - 1;
    }

    /** The last version that was there at a moment; -1 for none. */
    int versionAt(long time) {
        int version = history.size() - 1;
        while (version >= 0 && history.get(version).time() > time) {
            version--;
        }
        return version;
    }

    /** Null for none. */
    Content content(int version) {
        return version < 0 ? null : history.get(version).content();
    }

    /** Null if it does not exist. */
    Content now() {
        return content(version());
    }

    boolean exists() {
        return now() != null;
    }

    @Override
    public String toString() {
        return "row " + name;
    }
}
