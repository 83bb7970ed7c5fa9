package dev.espalier.lab;

import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Targets;
import java.util.Map;

/**
 * A pack on a target, ready for any number of runs. Opening it creates its data, closing it drops them, unless they existed before. For one
 * thread; {@link #stop} for any.
 */
sealed interface LoadSide extends AutoCloseable permits LocalSide, AgentsSide, WatchedSide {

    /** Makes all connections itself, or lets agents make them; other agents may watch. */
    static LoadSide open(PackSpec spec, Targets targets, String user, Password password, Agents agents) {
        LoadSide side = connecting(spec, targets, user, password, agents);
        return agents.watched().isEmpty() ? side : WatchedSide.of(side, agents);
    }

    private static LoadSide connecting(PackSpec spec, Targets targets, String user, Password password, Agents agents) {
        if (agents.addresses().isEmpty()) {
            return LocalSide.open(spec, targets, user, password, 1);
        }
        if (password != Password.NONE) {
            throw new SpecException(
                    "--agents: found a password beside them, expected it with each agent: passwords do not travel");
        }
        agents.refuse(spec);
        return AgentsSide.open(spec, user, agents);
    }

    /** Returns the facts about the target for the result. */
    ServerFacts facts();

    /** Of each connection; and how the target is asked, if the pack knows several ways. */
    Map<String, String> driverOptions();

    /** The load machines, by where their agents listen; none if the lab's own process makes the connections. */
    default Map<String, Environment> machines() {
        return Map.of();
    }

    /** Runs once and checks what it has left in the target. */
    LoadRun run(int connections, SecondWatcher watcher);

    /** Ends the run that is under way. */
    void stop();

    @Override
    void close();
}
