package dev.espalier.lab.agent;

import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** The leader's connection to an agent. Its messages, and its end, go into the leader's queue. Thread-safe. */
public final class AgentLink implements AutoCloseable {

    private final Address address;
    private final Channel channel;

    /**
     * A message of an agent.
     *
     * @param from which one
     * @param message what; null if there will be nothing more
     * @param nanoTime when it came, by the leader's clock
     * @param lost why there will be nothing more
     */
    public record Event(
            AgentLink from,
            @Nullable Message message,
            long nanoTime,
            @Nullable String lost) {}

    private AgentLink(Address address, Channel channel) {
        this.address = address;
        this.channel = channel;
    }

    /**
     * Connects, and proves and is proved the secret.
     *
     * @param address of the agent
     * @param secret that both know
     * @param events where all that it says goes to, from a thread of its own
     * @return the link
     */
    public static AgentLink connect(Address address, Secret secret, BlockingQueue<Event> events) {
        AgentLink link = new AgentLink(address, Handshake.connect(address, secret));
        Thread reader = new Thread(() -> link.read(events), "lab-agent-" + address);
        reader.setDaemon(true);
        reader.start();
        return link;
    }

    private void read(BlockingQueue<Event> events) {
        try {
            while (true) {
                Message message = channel.receive();
                events.add(new Event(this, message, System.nanoTime(), null));
            }
        } catch (AgentException e) {
            channel.close();
            events.add(new Event(this, null, System.nanoTime(), e.getMessage()));
        }
    }

    /**
     * Says something. If the agent is gone, nothing happens: its end is in the queue.
     *
     * @param message what
     */
    public void send(Message message) {
        try {
            channel.send(message);
        } catch (UncheckedIOException e) {
            channel.close(); // whoever reads meets it, too
        }
    }

    /** @return where it listens */
    public Address address() {
        return address;
    }

    @Override
    public void close() {
        channel.close();
    }
}
