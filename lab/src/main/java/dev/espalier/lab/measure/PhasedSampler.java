package dev.espalier.lab.measure;

import dev.espalier.lab.target.TargetDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Samples the machine, and remembers when each phase of the work began. Thread-safe. */
public final class PhasedSampler implements AutoCloseable {

    private static final double NANOS = 1e9;

    private final ResourceSampler sampler;
    private final List<Phase> begun = new ArrayList<>();
    private final long start = System.nanoTime();

    /**
     * Begins to sample.
     *
     * @param database whose server and disk are watched, if they are on this machine
     */
    public PhasedSampler(TargetDatabase database) {
        sampler = ResourceSampler.of(Optional.of(database.target().url()), Optional.of(database));
    }

    /**
     * A phase begins, and the one before has ended.
     *
     * @param phase in a few words
     */
    public synchronized void at(String phase) {
        begun.add(new Phase(phase, Math.round((System.nanoTime() - start) / NANOS * 1_000) / 1_000.0));
    }

    /**
     * Counts another process with the lab's while it lives: clients that run by themselves.
     *
     * @param process of the clients
     */
    public void alsoClient(ProcessHandle process) {
        sampler.alsoClient(process);
    }

    /** @return what is known so far */
    public synchronized PhasedResources resources() {
        return new PhasedResources(begun, sampler.samples());
    }

    @Override
    public void close() {
        sampler.close();
    }
}
