package dev.espalier.lab;

import dev.espalier.lab.load.Slice;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.StartSignal;
import dev.espalier.lab.target.FolderServer;
import dev.espalier.lab.target.ServerFacts;
import java.util.Map;

/** A side on a server that the lab has started in a folder for it, and ends with it. */
record FolderSide(LocalSide side, FolderServer server) implements LocalSide {

    @Override
    public ServerFacts facts() {
        return side.facts();
    }

    @Override
    public Map<String, String> driverOptions() {
        return side.driverOptions();
    }

    @Override
    public LoadRun run(Slice slice, StartSignal signal, SecondWatcher watcher) {
        return side.run(slice, signal, watcher);
    }

    @Override
    public long rows() {
        return side.rows();
    }

    @Override
    public void check(long rowsBefore, long done, long unknown) {
        side.check(rowsBefore, done, unknown);
    }

    @Override
    public void stop() {
        side.stop();
    }

    @Override
    public void close() {
        try (server) {
            side.close();
        }
    }
}
