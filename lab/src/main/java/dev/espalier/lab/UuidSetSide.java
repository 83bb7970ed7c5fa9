package dev.espalier.lab;

import dev.espalier.lab.load.Slice;
import dev.espalier.lab.measure.Latency;
import dev.espalier.lab.measure.LatencyHistogram;
import dev.espalier.lab.measure.LoadMeasurement;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.StartSignal;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.store.SqlUuidSession;
import dev.espalier.lab.store.UuidStore;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.FixedDelay;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.UuidKeys;
import dev.espalier.lab.workload.UuidLookups;
import dev.espalier.lab.workload.UuidSession;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The pack {@code uuid-set} on a target. */
final class UuidSetSide implements LocalSide {

    private static final double NANOS = 1e9;

    private final UuidSetSpec spec;
    private final Optional<UuidStore> store;
    private final ServerFacts facts;
    private final double fillSeconds;
    private final boolean drops;
    private final LoadMeasurement<UuidSession> measurement;

    private UuidSetSide(
            UuidSetSpec spec, SessionSource<UuidSession> source, Optional<UuidStore> store, ServerFacts facts) {
        this.spec = spec;
        this.store = store;
        this.facts = facts;
        UuidKeys keys = new UuidKeys(spec.size(), spec.loading().seed());
        long start = System.nanoTime();
        boolean filled = store.isPresent() && store.get().prepare(keys);
        this.fillSeconds = filled ? (System.nanoTime() - start) / NANOS : 0;
        this.drops = filled && !spec.keep();
        this.measurement = new LoadMeasurement<>(
                spec.loading(),
                new UuidLookups(keys, spec.missPercent()),
                source,
                store.flatMap(UuidStore::url),
                store.flatMap(UuidStore::database));
    }

    static UuidSetSide open(UuidSetSpec spec, Targets targets, String user, Password password, int machines) {
        Optional<FixedDelay> known = FixedDelay.find(spec.target());
        if (known.isPresent()) {
            return new UuidSetSide(
                    spec,
                    () -> new SqlUuidSession(Engine.SQLITE, known.get().connect()),
                    Optional.empty(),
                    new ServerFacts(spec.target(), "", "", "", false, Map.of()));
        }
        int threads = (Collections.max(spec.connections()) + machines - 1) / machines;
        UuidStore store = UuidStore.of(spec, threads, targets, user, password);
        try {
            return new UuidSetSide(spec, store, Optional.of(store), store.facts());
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    @Override
    public ServerFacts facts() {
        return facts;
    }

    /** Bytes and seconds of the set, too: both belong to the way it is kept. */
    @Override
    public Map<String, String> driverOptions() {
        return store.map(one -> {
                    Map<String, String> facts = new TreeMap<>(one.access());
                    facts.put(
                            "fillSeconds",
                            fillSeconds == 0 ? "filled before" : String.format(Locale.ROOT, "%.3f", fillSeconds));
                    if (facts.containsKey("bytes")) {
                        facts.put(
                                "bytesPerKey",
                                Long.toString(Math.round(Double.parseDouble(facts.get("bytes")) / spec.size())));
                    }
                    return facts;
                })
                .orElse(Map.of());
    }

    @Override
    public LoadRun run(Slice slice, StartSignal signal, SecondWatcher watcher) {
        Optional<Histogram> waits = store.flatMap(UuidStore::acquireNanos);
        waits.ifPresent(Histogram::reset);
        LoadRun run = measurement.run(slice, signal, watcher);
        return waits.map(counted -> run.withConnecting(Latency.of(LatencyHistogram.of(counted))))
                .orElse(run);
    }

    @Override
    public void stop() {
        measurement.stop();
    }

    @Override
    public void close() {
        store.ifPresent(one -> {
            if (drops) {
                one.drop();
            }
            one.close();
        });
    }
}
