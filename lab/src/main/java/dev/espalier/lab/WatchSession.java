package dev.espalier.lab;

import dev.espalier.lab.agent.AgentException;
import dev.espalier.lab.agent.Channel;
import dev.espalier.lab.agent.Message;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.measure.ResourceSampler;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.target.Targets;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The session of an agent with a leader that watches its machine. It ends with the connection. */
final class WatchSession {

    private final Channel channel;
    private final Targets targets;
    private final Path folder;

    WatchSession(Channel channel, Targets targets, Path folder) {
        this.channel = channel;
        this.targets = targets;
        this.folder = folder;
    }

    void serve(Message.Watch watch) {
        if (!watch.version().equals(ObjectsLab.version())) {
            channel.send(new Message.Failed("found a leader of Espalier " + watch.version() + ", expected "
                    + ObjectsLab.version() + " like the agent"));
            return;
        }
        channel.send(new Message.Watching(Environment.of(targets.home(), folder)));
        try (ResourceSampler sampler = ResourceSampler.ofServer(watch.port(), this::send)) {
            while (true) {
                channel.receive();
            }
        } catch (AgentException e) {
            // the leader has seen enough, or is lost
        }
    }

    private void send(ResourceSample sample) {
        try {
            channel.send(new Message.Sample(sample));
        } catch (UncheckedIOException | AgentException e) {
            channel.close(); // whoever receives meets it, and ends the session
        }
    }
}
