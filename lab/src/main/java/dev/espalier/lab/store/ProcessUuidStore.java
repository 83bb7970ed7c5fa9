package dev.espalier.lab.store;

import dev.espalier.lab.spec.SetHome;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.UuidKeys;
import dev.espalier.lab.workload.UuidSession;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A set in the lab's own process, which all threads read. */
public final class ProcessUuidStore implements UuidStore {

    private final SetHome home;
    private @Nullable UuidSet set;

    /**
     * Holds nothing yet.
     *
     * @param home how it is kept
     */
    public ProcessUuidStore(SetHome home) {
        this.home = home;
    }

    @Override
    public boolean prepare(UuidKeys keys) {
        set = UuidSet.of(home, keys);
        return true;
    }

    private UuidSet filled() {
        return Objects.requireNonNull(set, "prepare() comes before");
    }

    @Override
    public UuidSession connect() {
        UuidSet filled = filled();
        return new UuidSession() {
            @Override
            public Found contains(UUID key) {
                return Found.of(filled.contains(key));
            }

            @Override
            public void reset() {
                // nothing can be begun
            }

            @Override
            public Failure failure(Exception thrown) {
                return ClientFailure.of(thrown);
            }

            @Override
            public void close() {
                // nothing is held
            }
        };
    }

    @Override
    public ServerFacts facts() {
        return new ServerFacts(home.word(), Runtime.version().toString(), "", "", false, Map.of());
    }

    @Override
    public Optional<String> url() {
        return Optional.empty();
    }

    @Override
    public long sizeBytes() {
        return filled().sizeBytes();
    }

    @Override
    public String road() {
        return home.word() + " in the process";
    }

    @Override
    public void drop() {
        set = null;
    }

    @Override
    public void close() {
        drop();
    }
}
