package dev.espalier.lab.spec;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The state of the server before a run. Except for the cache of a file, the lab can set it only on a server that it manages.
 *
 * @param cache what is in memory when the run begins; {@link CacheState#WARM} is whatever the server has there
 * @param settings variables of the server by their names
 * @param preload the allocator: {@code malloc}, {@code jemalloc}, {@code tcmalloc} or the path of a library; empty for what the server was
 *     started with
 * @param dataDir an absolute folder in which the lab starts a server of its own, or keeps SQLite's files; empty for the server that is there; null in
 *     results of earlier versions
 */
public record ServerSpec(CacheState cache, Map<String, String> settings, String preload, String dataDir) {

    /** The server as it is. */
    public static final ServerSpec AS_IT_IS = new ServerSpec(CacheState.WARM, Map.of(), "");

    /** A server without a folder of its own. */
    public ServerSpec(CacheState cache, Map<String, String> settings, String preload) {
        this(cache, settings, preload, "");
    }

    /** Checks the words. */
    public ServerSpec {
        dataDir = dataDir == null ? "" : dataDir;
        if (!dataDir.matches("|/\\P{Cntrl}*")) {
            throw new SpecException("--data-dir: found '" + dataDir + "', expected the path of a folder");
        }
        Objects.requireNonNull(cache);
        settings = new TreeMap<>(settings);
        settings.forEach((name, value) -> {
            if (!name.matches("[A-Za-z0-9_.-]+") || !value.matches("\\P{Cntrl}*")) {
                throw new SpecException("--set: found '" + name + "', expected name=value");
            }
        });
        if (!preload.matches("|malloc|jemalloc|tcmalloc|\\P{Cntrl}*/\\P{Cntrl}*")) {
            throw new SpecException(
                    "--preload: found '" + preload + "', expected malloc, jemalloc, tcmalloc or the path of a library");
        }
    }

    /** @return whether the server has to be started in a way of its own: exactly with these settings and this allocator */
    public boolean startsServer() {
        return !settings.isEmpty() || !preload.isEmpty();
    }

    /**
     * Returns whether a server that one asks for serves the other too.
     *
     * @param other of another run
     * @return true if settings and allocator are equal
     */
    public boolean sameStart(ServerSpec other) {
        return settings.equals(other.settings) && preload.equals(other.preload);
    }

    /**
     * Returns the server with which data are made: a library such as one that delays the disk has no part in the result then, and would only take time.
     *
     * @return the same state, with the usual allocator in place of a library
     */
    public ServerSpec withoutLibrary() {
        return preload.contains("/") ? new ServerSpec(cache, settings, "malloc", dataDir) : this;
    }

    /** @return whether the data lie in a folder that was named: a server is then started there for the run */
    public boolean hasFolder() {
        return !dataDir.isEmpty();
    }

    /** @return whether nothing may be in memory when the run begins */
    public boolean cold() {
        return cache == CacheState.COLD;
    }
}
