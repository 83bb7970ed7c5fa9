package dev.espalier.lab;

import dev.espalier.lab.load.Slice;
import dev.espalier.lab.measure.LoadMeasurement;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.StartSignal;
import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.store.KeyValueStore;
import dev.espalier.lab.store.SqlKeyValueSession;
import dev.espalier.lab.target.FixedDelay;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.KeyValueReads;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pack {@code key-value} on a target. */
final class KeyValueSide implements LocalSide {

    private final KeyValueSpec spec;
    private final KeyValueRows rows;
    private final SessionSource<KeyValueSession> source;
    /** The store; empty for a target without data. */
    private final Optional<KeyValueStore> store;

    private final ServerFacts facts;
    private final boolean drops;
    private volatile @Nullable LoadMeasurement<KeyValueSession> running;

    private KeyValueSide(
            KeyValueSpec spec,
            SessionSource<KeyValueSession> source,
            Optional<KeyValueStore> store,
            ServerFacts facts) {
        this.spec = spec;
        KeyValueSpec.Rows asked = spec.stored();
        this.rows = asked.ids().isEmpty()
                ? new KeyValueRows(asked.rows(), spec.loading().seed())
                : KeyValueRows.ofIds(Path.of(asked.ids()), spec.loading().seed());
        this.source = source;
        this.store = store;
        this.facts = facts;
        this.drops = store.isPresent() && store.get().prepare(rows) && !spec.keep();
    }

    static KeyValueSide open(KeyValueSpec spec, Targets targets, String user, Password password) {
        Optional<FixedDelay> known = FixedDelay.find(spec.target());
        if (known.isPresent()) {
            return new KeyValueSide(
                    spec,
                    () -> new SqlKeyValueSession(known.get().connect(), "", ""),
                    Optional.empty(),
                    new ServerFacts(spec.target(), "", "", "", false, Map.of()));
        }
        KeyValueStore store = KeyValueStore.of(spec, targets, user, password);
        try {
            return new KeyValueSide(spec, store, Optional.of(store), store.facts());
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    @Override
    public ServerFacts facts() {
        return facts;
    }

    @Override
    public Map<String, String> driverOptions() {
        return store.map(KeyValueStore::access).orElse(Map.of());
    }

    @Override
    public LoadRun run(Slice slice, StartSignal signal, SecondWatcher watcher) {
        KeyValueReads reads = new KeyValueReads(
                rows, spec.reads().keys(), slice.of(), spec.reads().batch());
        LoadSpec loading = spec.reads().rounds() == 0
                ? spec.loading()
                : spec.loading().ofOperations(spec.reads().rounds() * reads.operationsPerRound());
        running = new LoadMeasurement<>(
                loading, reads, source, store.flatMap(KeyValueStore::url), store.flatMap(KeyValueStore::database));
        return running.run(slice, signal, watcher);
    }

    @Override
    public void stop() {
        LoadMeasurement<KeyValueSession> run = running;
        if (run != null) {
            run.stop();
        }
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
