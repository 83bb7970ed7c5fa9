package dev.espalier.lab;

import java.util.Map;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.target.ServerFacts;

/**
 * A pack on a target, ready to be run as often as wanted: what it works on is made when it is opened, and dropped when it is closed, unless
 * it was there before. For one thread; {@link #stop} for any.
 */
sealed interface LoadSide extends AutoCloseable permits LocalSide {

    /** What a result names about the target. */
    ServerFacts facts();

    /** Of each connection; and how the target is asked, where the pack knows several ways. */
    Map<String, String> driverOptions();

    /** Runs once and checks what it has left in the target. */
    LoadRun run(int connections, SecondWatcher watcher);

    /** Ends the run that is under way. */
    void stop();

    @Override
    void close();
}
