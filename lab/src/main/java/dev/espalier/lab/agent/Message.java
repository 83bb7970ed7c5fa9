package dev.espalier.lab.agent;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.target.ServerFacts;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages between a leader and an agent. The first ones are the leader's, each with its answer. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "say")
public sealed interface Message {

    /**
     * Find the target, make what is missing there; {@link Prepared}.
     *
     * @param version of Espalier, which must be the agent's
     * @param leader who asks: the agent works for no other one meanwhile
     * @param spec what will be run
     * @param user the account at the target, empty for the agent's own
     * @param machines between which connections are dealt
     */
    record Prepare(String version, String leader, PackSpec spec, String user, int machines) implements Message {}

    /**
     * Watch this machine until the connection ends; {@link Watching}, then {@link Sample} every second. The first and only thing that is said.
     *
     * @param version of Espalier, which must be the agent's
     * @param port on which the server listens there; 0 if it is not known
     */
    record Watch(String version, int port) implements Message {}

    /** Asks for the agent's clocks: {@link Clocks}. */
    record AskClocks() implements Message {}

    /**
     * Connect, then wait for {@link Start}; {@link Ready}.
     *
     * @param first connection of the agent, among all
     * @param count how many it has
     * @param of how many there are
     */
    record Run(int first, int count, int of) implements Message {}

    /**
     * Begin; at last {@link Ran}.
     *
     * @param nanoTime when, by the agent's own {@link System#nanoTime}
     */
    record Start(long nanoTime) implements Message {}

    /** End the run early; {@link Ran}. */
    record Stop() implements Message {}

    /** Asks for the number of rows of the target: {@link Rows}. */
    record AskRows() implements Message {}

    /**
     * Compare the target with what all agents have done; {@link Done}.
     *
     * @param rowsBefore the run
     * @param done operations that ended well
     * @param unknown operations of which nobody knows
     */
    record Check(long rowsBefore, long done, long unknown) implements Message {}

    /** Drop what you have made; {@link Done}. */
    record Finish() implements Message {}

    /**
     * The target is ready.
     *
     * @param facts of the target, as the agent sees it
     * @param driverOptions of its connections
     * @param environment the agent's machine
     */
    record Prepared(ServerFacts facts, Map<String, String> driverOptions, Environment environment) implements Message {}

    /**
     * The machine is watched from now on.
     *
     * @param environment the agent's machine
     */
    record Watching(Environment environment) implements Message {}

    /**
     * A second of the watched machine.
     *
     * @param resources of the machine
     */
    record Sample(ResourceSample resources) implements Message {}

    /**
     * The agent's clocks.
     *
     * @param nanoTime of {@link System#nanoTime}
     * @param wall the wall clock, in UTC, as ISO 8601
     */
    record Clocks(long nanoTime, String wall) implements Message {}

    /** All connections are made. */
    record Ready() implements Message {}

    /**
     * A second of a run is complete.
     *
     * @param figures what happened in it
     * @param resources of the machine; null if nothing is known
     */
    record Second(SecondFigures figures, @Nullable ResourceSample resources) implements Message {}

    /**
     * The run has ended.
     *
     * @param run what was measured
     */
    record Ran(LoadRun run) implements Message {}

    /**
     * The target's rows.
     *
     * @param count how many
     */
    record Rows(long count) implements Message {}

    /** It was done. */
    record Done() implements Message {}

    /**
     * It could not be done.
     *
     * @param message why
     */
    record Failed(String message) implements Message {}

    /** A sign of life. */
    record Alive() implements Message {}
}
