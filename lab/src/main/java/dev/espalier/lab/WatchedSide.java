package dev.espalier.lab;

import dev.espalier.lab.agent.Address;
import dev.espalier.lab.agent.AgentException;
import dev.espalier.lab.agent.AgentLink;
import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.agent.Message;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.WatchedMachine;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.target.ServerFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A side whose server's machine, and any other one, is watched by agents there while runs go on. A watcher that is lost ends no run. */
final class WatchedSide implements LoadSide {

    private static final int ANSWER_SECONDS = 30;
    private static final double NANOS = 1e9;
    private static final Pattern PORT = Pattern.compile("(?:jdbc:)?[a-z]+://[^/?]*?:(\\d+)(?:[/?].*)?");

    private final LoadSide side;
    private final Map<AgentLink, Watcher> watchers = new LinkedHashMap<>();
    private final BlockingQueue<AgentLink.Event> events = new LinkedBlockingQueue<>();

    /** The samples and the state of one watcher. */
    private static final class Watcher {

        private String what = "";
        private @Nullable String lost;
        private final List<AgentLink.Event> samples = new ArrayList<>();
    }

    private WatchedSide(LoadSide side) {
        this.side = side;
    }

    /** Begins to watch; the side is closed if an agent does not answer. */
    static LoadSide of(LoadSide side, Agents agents) {
        WatchedSide watched = new WatchedSide(side);
        try {
            for (Address address : agents.watched()) {
                watched.watch(address, agents);
            }
            return watched;
        } catch (RuntimeException e) {
            watched.close();
            throw e;
        }
    }

    private void watch(Address address, Agents agents) {
        AgentLink link =
                AgentLink.connect(address, Objects.requireNonNull(agents.secret(), "agents have a secret"), events);
        Watcher watcher = new Watcher();
        watchers.put(link, watcher);
        link.send(new Message.Watch(ObjectsLab.version(), port(side.facts().url())));
        while (watcher.what.isEmpty()) {
            AgentLink.Event event = next(address);
            if (event.message() instanceof Message.Watching watching) {
                Environment machine = watching.environment();
                of(event).what = machine.processors() + " x " + machine.processor() + ", " + machine.operatingSystem();
            } else if (event.from() == link && event.message() instanceof Message.Failed failed) {
                throw new AgentException("agent " + address + ": " + failed.message(), null);
            } else if (event.from() == link && event.lost() != null) {
                throw new AgentException("agent " + address + ": " + event.lost(), null);
            }
        }
    }

    private AgentLink.Event next(Address address) {
        try {
            AgentLink.Event event = events.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
            if (event == null) {
                throw new AgentException(
                        "agent " + address + ": it did not answer within " + ANSWER_SECONDS + " s", null);
            }
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AgentException("interrupted while agent " + address + " was to answer", e);
        }
    }

    /** The port of the server, by which its process is found; 0 if the URL has none. */
    static int port(String url) {
        Matcher matcher = PORT.matcher(url);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    @Override
    public LoadRun run(int connections, SecondWatcher watcher) {
        take();
        watchers.values().forEach(one -> one.samples.clear());
        LoadRun run = side.run(connections, watcher);
        long endNanos = System.nanoTime();
        Instant end = Instant.now();
        take();
        double startNanos = endNanos
                - Duration.between(Instant.parse(run.course().started()), end).toNanos();
        List<WatchedMachine> machines = new ArrayList<>();
        watchers.forEach((link, one) -> machines.add(new WatchedMachine(
                link.address().toString(),
                one.what,
                one.lost,
                samples(one.samples, startNanos, run.timeline().size()))));
        return run.withWatched(machines);
    }

    private Watcher of(AgentLink.Event event) {
        return Objects.requireNonNull(watchers.get(event.from()), "only those that are watched send events");
    }

    private void take() {
        List<AgentLink.Event> came = new ArrayList<>();
        events.drainTo(came);
        for (AgentLink.Event event : came) {
            Watcher watcher = of(event);
            if (event.lost() != null) {
                watcher.lost = event.lost();
            } else if (event.message() instanceof Message.Sample) {
                watcher.samples.add(event);
            }
        }
    }

    /** Samples that came within a run, numbered from its start; a sample is of the second before it. */
    private static List<ResourceSample> samples(List<AgentLink.Event> came, double startNanos, int seconds) {
        List<ResourceSample> samples = new ArrayList<>();
        int ahead = 0;
        for (AgentLink.Event event : came) {
            if (event.message() instanceof Message.Sample sample) {
                int own = sample.resources().second();
                if (samples.isEmpty()) {
                    ahead = own - (int) Math.round((event.nanoTime() - startNanos) / NANOS);
                }
                if (own - ahead >= 1 && own - ahead <= seconds) {
                    samples.add(sample.resources().at(own - ahead));
                }
            }
        }
        return samples;
    }

    @Override
    public ServerFacts facts() {
        return side.facts();
    }

    @Override
    public Map<String, String> driverOptions() {
        return side.driverOptions();
    }

    @Override
    public Map<String, Environment> machines() {
        return side.machines();
    }

    @Override
    public void stop() {
        side.stop();
    }

    @Override
    public void close() {
        watchers.keySet().forEach(AgentLink::close);
        side.close();
    }
}
