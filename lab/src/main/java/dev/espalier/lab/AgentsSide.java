package dev.espalier.lab;

import dev.espalier.lab.agent.Address;
import dev.espalier.lab.agent.AgentException;
import dev.espalier.lab.agent.AgentLink;
import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.agent.ClockOffset;
import dev.espalier.lab.agent.Message;
import dev.espalier.lab.load.Slice;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.MachinePart;
import dev.espalier.lab.measure.MergedRuns;
import dev.espalier.lab.measure.OperationFigures;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.target.ServerFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A pack whose connections are opened by agents. The first agent loads the data, counts and checks; all start at the same time. */
final class AgentsSide implements LoadSide {

    /** The time between the start message and the start: every agent has received it by then, and its threads wait. */
    private static final long LEAD_NANOS = 500_000_000;

    private static final int CLOCK_QUESTIONS = 10;
    private static final double MICRO = 1e3;
    /** This process: both sides of a comparison are one leader's. */
    private static final String LEADER = UUID.randomUUID().toString();

    private final List<AgentLink> links = new ArrayList<>();
    private final BlockingQueue<AgentLink.Event> events = new LinkedBlockingQueue<>();
    private final Map<AgentLink, String> lost = new HashMap<>();
    private final Map<String, Environment> machines = new LinkedHashMap<>();
    private Message.@Nullable Prepared prepared;

    private AgentsSide() {}

    /** Connects to all agents and lets them prepare, the first one before the others, which use what it has made. */
    static AgentsSide open(PackSpec spec, String user, Agents agents) {
        AgentsSide side = new AgentsSide();
        try {
            for (Address address : agents.addresses()) {
                side.links.add(AgentLink.connect(
                        address, Objects.requireNonNull(agents.secret(), "agents have a secret"), side.events));
            }
            for (AgentLink link : side.links) {
                link.send(new Message.Prepare(ObjectsLab.version(), LEADER, spec, user, side.links.size()));
                side.take(link, side.answer(link, Message.Prepared.class));
            }
            return side;
        } catch (RuntimeException e) {
            side.close();
            throw e;
        }
    }

    private void take(AgentLink link, Message.Prepared said) {
        ServerFacts first = prepared == null ? said.facts() : prepared.facts();
        if (!first.engine().equals(said.facts().engine())
                || !first.version().equals(said.facts().version())) {
            throw new AgentException(
                    "agent " + link.address() + " found " + said.facts().engine() + " "
                            + said.facts().version() + " at " + said.facts().url()
                            + ", expected what the first one found: " + first.engine() + " " + first.version() + " at "
                            + first.url(),
                    null);
        }
        prepared = prepared == null ? said : prepared;
        machines.put(link.address().toString(), said.environment());
    }

    private Message.Prepared prepared() {
        return Objects.requireNonNull(prepared, "open() has heard the first agent");
    }

    @Override
    public ServerFacts facts() {
        return prepared().facts();
    }

    @Override
    public Map<String, String> driverOptions() {
        return prepared().driverOptions();
    }

    @Override
    public Map<String, Environment> machines() {
        return machines;
    }

    @Override
    public LoadRun run(int connections, SecondWatcher watcher) {
        AgentLink first = links.get(0);
        first.send(new Message.AskRows());
        long rowsBefore = answer(first, Message.Rows.class).count();
        Map<AgentLink, Slice> slices = new LinkedHashMap<>();
        for (int machine = 0; machine < links.size(); machine++) {
            slices.put(links.get(machine), Slice.of(connections, machine, links.size()));
        }
        slices.forEach((link, slice) -> link.send(new Message.Run(slice.first(), slice.count(), slice.of())));
        answers(links, Message.Ready.class, SecondWatcher.NONE);
        Map<AgentLink, ClockOffset> offsets = new HashMap<>();
        links.forEach(link -> offsets.put(link, offset(link)));
        long start = System.nanoTime() + LEAD_NANOS;
        links.forEach(
                link -> link.send(new Message.Start(start + of(offsets, link).nanos())));
        Map<AgentLink, Message.Ran> ran = answers(links, Message.Ran.class, watcher);
        if (ran.isEmpty()) {
            throw new AgentException("every agent was lost: " + lost.values(), null);
        }
        LoadRun merged = MergedRuns.of(links.stream()
                        .filter(ran::containsKey)
                        .map(link -> of(ran, link).run())
                        .toList())
                .withMachines(links.stream()
                        .map(link -> part(link, of(slices, link), of(offsets, link), ran.get(link)))
                        .toList());
        if (lost.isEmpty()) { // nobody knows what a lost one has done
            first.send(new Message.Check(
                    rowsBefore,
                    merged.work().allDone(),
                    merged.work().operations().stream()
                            .mapToLong(OperationFigures::unknown)
                            .sum()));
            answer(first, Message.Done.class);
        }
        return merged;
    }

    private static <T> T of(Map<AgentLink, T> all, AgentLink link) {
        return Objects.requireNonNull(all.get(link), () -> link.address().toString());
    }

    private MachinePart part(AgentLink link, Slice slice, ClockOffset offset, Message.@Nullable Ran ran) {
        double within = offset.roundTripNanos() / 2.0 / MICRO;
        if (ran == null) {
            return new MachinePart(
                    link.address().toString(),
                    slice.count(),
                    0,
                    null,
                    null,
                    "",
                    offset.wallMillis(),
                    within,
                    lost.get(link),
                    List.of());
        }
        LoadRun run = ran.run();
        return new MachinePart(
                link.address().toString(),
                slice.count(),
                run.work().goodput(),
                Latency.of(run.response()),
                run.cost().clientCpuMicros(),
                run.cost().limit(),
                offset.wallMillis(),
                within,
                null,
                run.resources());
    }

    private ClockOffset offset(AgentLink link) {
        ClockOffset best = null;
        for (int question = 0; question < CLOCK_QUESTIONS; question++) {
            Instant wall = Instant.now();
            long asked = System.nanoTime();
            link.send(new Message.AskClocks());
            AgentLink.Event event = next();
            if (!(event.message() instanceof Message.Clocks clocks)) {
                throw unexpected(event);
            }
            ClockOffset found = ClockOffset.of(asked, event.nanoTime(), clocks, wall);
            best = best == null || found.roundTripNanos() < best.roundTripNanos() ? found : best;
        }
        return Objects.requireNonNull(best, "one question at least");
    }

    private <T extends Message> T answer(AgentLink link, Class<T> kind) {
        T answer = answers(List.of(link), kind, SecondWatcher.NONE).get(link);
        if (answer == null) {
            throw new AgentException("agent " + link.address() + " was lost: " + lost.get(link), null);
        }
        return answer;
    }

    /**
     * Collects one answer of each agent, except of agents that are lost in a run. If one fails, the others end their run early. Before a
     * run all are needed.
     */
    private <T extends Message> Map<AgentLink, T> answers(List<AgentLink> asked, Class<T> kind, SecondWatcher watcher) {
        Map<AgentLink, T> answers = new HashMap<>();
        Map<Integer, List<SecondFigures>> seconds = new HashMap<>();
        AgentException failure = null;
        List<AgentLink> waiting = new ArrayList<>(asked);
        while (!waiting.isEmpty()) {
            AgentLink.Event event = next();
            if (event.message() instanceof Message.Second second) {
                List<SecondFigures> parts =
                        seconds.computeIfAbsent(second.figures().second(), number -> new ArrayList<>());
                parts.add(second.figures());
                if (parts.size() == links.size()) {
                    watcher.second(
                            MergedRuns.second(seconds.remove(second.figures().second())), null);
                }
            } else if (kind.isInstance(event.message())) {
                answers.put(event.from(), kind.cast(event.message()));
                waiting.remove(event.from());
            } else {
                waiting.remove(event.from());
                stop();
                if (event.message() != null || kind != Message.Ran.class) {
                    failure = failure == null ? unexpected(event) : failure;
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return answers;
    }

    private AgentLink.Event next() {
        try {
            AgentLink.Event event = events.take();
            if (event.message() == null) {
                lost.put(event.from(), event.lost());
            }
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AgentException("interrupted while agents work", e);
        }
    }

    private static AgentException unexpected(AgentLink.Event event) {
        String who = "agent " + event.from().address();
        if (event.message() == null) {
            return new AgentException(who + " was lost: " + event.lost(), null);
        }
        return new AgentException(
                who
                        + (event.message() instanceof Message.Failed failed
                                ? ": " + failed.message()
                                : " said " + event.message().getClass().getSimpleName() + ", which nobody had asked"),
                null);
    }

    @Override
    public void stop() {
        links.forEach(link -> link.send(new Message.Stop()));
    }

    /** The first one last: what it has made, the others use. */
    @Override
    public void close() {
        for (int machine = links.size() - 1; machine >= 0; machine--) {
            AgentLink link = links.get(machine);
            link.send(new Message.Finish());
            boolean finished = lost.containsKey(link);
            while (!finished) {
                AgentLink.Event event = next();
                finished = lost.containsKey(link) || event.from() == link && event.message() instanceof Message.Done;
            }
            link.close();
        }
    }
}
