package dev.espalier.lab;

import java.nio.file.Path;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LiveFile;

/** Writes the figures of each second to {@code live.json}, beside another listener. */
final class LiveWatcher implements LoadLab.Watcher {

    private final Path folder;
    private final LoadLab.Watcher next;
    private LiveFile file;

    /** @param folder of the lab, which exists when a run starts */
    LiveWatcher(Path folder, LoadLab.Watcher next) {
        this.folder = folder;
        this.next = next;
    }

    @Override
    public SecondWatcher starts(int number, int of, String title) {
        file = new LiveFile(folder, title, number, of, next.starts(number, of, title));
        return file;
    }

    @Override
    public void ended(LoadRun run) {
        file.close();
        next.ended(run);
    }
}
