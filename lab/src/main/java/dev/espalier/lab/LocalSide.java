package dev.espalier.lab;

import dev.espalier.lab.load.Slice;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.OperationFigures;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.StartSignal;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.ServerSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.FolderServer;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.util.Locale;
import java.util.Optional;

/** A pack whose connections are opened by this process: all of a run, or those of one machine among several. */
sealed interface LocalSide extends LoadSide permits OltpSide, KeyValueSide, UuidSetSide, FortyTablesSide, FolderSide {

    /**
     * Finds the target and makes what is missing there.
     *
     * @param machines between which the connections are dealt
     */
    static LocalSide open(PackSpec pack, Targets known, String user, Password password, int machines) {
        ServerSpec server = pack.loading().server();
        if (machines > 1 && (server.cold() || server.startsServer())) {
            throw new SpecException(
                    "--cache, --set, --preload: found several load machines, expected one: each would restart the server");
        }
        if (machines > 1 && server.hasFolder()) {
            throw new SpecException(
                    "--data-dir: found several load machines, expected one: each would start a server of its own");
        }
        Targets targets = known.asking(server);
        Optional<FolderServer> folder = FolderServer.of(pack.target(), targets);
        try {
            LocalSide side = ready(pack, machines, targets, user, password);
            return folder.isEmpty() ? side : new FolderSide(side, folder.get());
        } catch (RuntimeException e) {
            folder.ifPresent(started -> closing(started, e));
            throw e;
        }
    }

    /** A server that could not be ended does not hide why it has to be. */
    private static void closing(FolderServer started, RuntimeException reason) {
        try {
            started.close();
        } catch (RuntimeException e) {
            reason.addSuppressed(e);
        }
    }

    private static LocalSide ready(PackSpec pack, int machines, Targets targets, String user, Password password) {
        LocalSide side = open(pack, machines, targets, user, password);
        try {
            if (Engine.ofWord(pack.target().toLowerCase(Locale.ROOT))
                    .filter(Engine::isEmbedded)
                    .isEmpty()) {
                targets.requireStart(side.facts().managed(), pack.target());
            }
            return side;
        } catch (SpecException e) {
            side.close();
            throw e;
        }
    }

    private static LocalSide open(PackSpec pack, int machines, Targets targets, String user, Password password) {
        // no switch over types: they came with Java 21
        if (pack instanceof OltpSpec oltp) {
            return OltpSide.open(oltp, targets, user, password);
        }
        if (pack instanceof KeyValueSpec keyValue) {
            return KeyValueSide.open(keyValue, targets, user, password);
        }
        if (pack instanceof UuidSetSpec uuidSet) {
            return UuidSetSide.open(uuidSet, targets, user, password, machines);
        }
        if (pack instanceof FortyTablesSpec fortyTables) {
            return FortyTablesSide.open(fortyTables, targets, user, password);
        }
        throw new SpecException("found the pack " + pack.pack() + ", which loads no target");
    }

    /** Runs this machine's part once; what it has left in the target is not checked. */
    LoadRun run(Slice slice, StartSignal signal, SecondWatcher watcher);

    /** Returns the number of rows that a run may change; 0 if the pack changes none. */
    default long rows() {
        return 0;
    }

    /**
     * Compares the rows with what a run should have left.
     *
     * @param rowsBefore the run
     * @param done operations of all machines that ended well
     * @param unknown operations of all machines of which nobody knows
     */
    default void check(long rowsBefore, long done, long unknown) {
        // most packs check each answer
    }

    @Override
    default LoadRun run(int connections, SecondWatcher watcher) {
        long before = rows();
        LoadRun run = run(Slice.whole(connections), StartSignal.SOON, watcher);
        check(
                before,
                run.work().allDone(),
                run.work().operations().stream()
                        .mapToLong(OperationFigures::unknown)
                        .sum());
        return run;
    }
}
