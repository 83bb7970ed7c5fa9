package dev.espalier.lab;

import java.util.Map;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Targets;

/**
 * A pack on a target, ready to be run as often as wanted: what it works on is made when it is opened, and dropped when it is closed, unless
 * it was there before. For one thread; {@link #stop} for any.
 */
sealed interface LoadSide extends AutoCloseable permits OltpSide, KeyValueSide, UuidSetSide, FortyTablesSide {

    /** Finds the target and makes what is missing there. */
    static LoadSide open(PackSpec pack, Targets known, String user, Password password) {
        Targets targets = known.asking(pack.loading().server());
        LoadSide side = opened(pack, targets, user, password);
        try {
            targets.requireStart(side.facts().managed(), pack.target());
            return side;
        } catch (SpecException e) {
            side.close();
            throw e;
        }
    }

    private static LoadSide opened(PackSpec pack, Targets targets, String user, Password password) {
        // no switch over types: they came with Java 21
        if (pack instanceof OltpSpec oltp) {
            return OltpSide.open(oltp, targets, user, password);
        }
        if (pack instanceof KeyValueSpec keyValue) {
            return KeyValueSide.open(keyValue, targets, user, password);
        }
        if (pack instanceof UuidSetSpec uuidSet) {
            return UuidSetSide.open(uuidSet, targets, user, password);
        }
        if (pack instanceof FortyTablesSpec fortyTables) {
            return FortyTablesSide.open(fortyTables, targets, user, password);
        }
        throw new SpecException("found the pack " + pack.pack() + ", which loads no target");
    }

    /** What a result names about the target. */
    ServerFacts facts();

    /** Of each connection; and how the target is asked, where the pack knows several ways. */
    Map<String, String> driverOptions();

    /** Runs once. */
    LoadRun run(int connections, SecondWatcher watcher);

    /** Ends the run that is under way. */
    void stop();

    @Override
    void close();
}
