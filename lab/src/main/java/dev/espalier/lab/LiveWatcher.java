package dev.espalier.lab;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LiveFile;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the figures of each second to {@code live.json}, beside another listener. */
final class LiveWatcher implements LoadLab.Watcher {

    private final Path folder;
    private final LoadLab.Watcher next;
    private @Nullable LiveFile file;

    /** @param folder of the lab, which exists when a run starts */
    LiveWatcher(Path folder, LoadLab.Watcher next) {
        this.folder = folder;
        this.next = next;
    }

    @Override
    public SecondWatcher starts(int number, int of, String title) {
        LiveFile started = new LiveFile(folder, title, number, of, next.starts(number, of, title));
        file = started;
        return started;
    }

    @Override
    public void ended(LoadRun run) {
        Objects.requireNonNull(file, "starts() comes before").close();
        next.ended(run);
    }
}
