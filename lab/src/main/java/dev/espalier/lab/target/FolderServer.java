package dev.espalier.lab.target;

import dev.espalier.lab.spec.ServerSpec;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A server that runs in a folder of its own ({@code --data-dir}) for as long as any side of this process needs it. Its data folder stays: other databases
 * may be in it. Thread-safe.
 */
public final class FolderServer implements AutoCloseable {

    /** How many sides need a server, by its folder and name. */
    private static final Map<String, Integer> NEEDED = new HashMap<>();

    private final String key;
    private final ServerScript script;

    private FolderServer(String key, ServerScript script) {
        this.key = key;
        this.script = script;
    }

    /**
     * Says that a side needs such a server, which starts when its target is found.
     *
     * @param on the target as a run names it
     * @param targets what is asked for of the server
     * @return to be closed with the side; nothing if the run has no folder of its own, or none in which a server runs
     */
    public static Optional<FolderServer> of(String on, Targets targets) {
        ServerSpec asked = targets.server();
        String word = on.toLowerCase(Locale.ROOT);
        if (!asked.hasFolder()
                || Engine.ofWord(word).filter(engine -> !engine.isEmbedded()).isEmpty()) {
            return Optional.empty();
        }
        Optional<FolderServer> server = ServerScript.of(word, targets.inFolder(word))
                .map(script -> new FolderServer(asked.dataDir() + " " + word, script));
        server.ifPresent(one -> count(one.key, 1));
        return server;
    }

    private static synchronized int count(String key, int more) {
        return NEEDED.merge(key, more, Integer::sum);
    }

    /** Ends the server when nobody needs it any more. */
    @Override
    public void close() {
        if (count(key, -1) == 0) {
            script.down();
        }
    }
}
