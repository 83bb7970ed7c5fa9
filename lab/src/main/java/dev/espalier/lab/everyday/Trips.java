package dev.espalier.lab.everyday;

import dev.espalier.lab.result.EverydayResult.Asked;
import dev.espalier.lab.spec.EverydayOperation;
import dev.espalier.lab.spec.EverydaySpec;
import dev.espalier.lab.spec.EverydaySubject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Counts what operations ask of the server, on average of some calls. */
final class Trips {

    private static final int CALLS = 20;

    private Trips() {}

    /** Counts for one thread, before anything is timed: driver and connection are wrapped meanwhile. Ends early if it was cancelled. */
    static Map<EverydayOperation, Asked> count(
            EverydaySubject subject, ClinicDatabase database, EverydaySpec spec, BooleanSupplier stopped) {
        Map<EverydayOperation, Asked> counted = new EnumMap<>(EverydayOperation.class);
        Optional<RoundTrips> proxy = Optional.empty();
        try (CountingDriver driver = new CountingDriver()) {
            proxy = RoundTrips.before(database.library().url());
            ClinicDatabase reached = proxy.map(database::through).orElse(database);
            try (OpenSubject open = OpenSubject.of(subject, reached, 1)) {
                Caller caller = new Caller(open.operations(), database.keys(), spec.seed(), 0, subject.word());
                for (EverydayOperation operation : spec.operations()) {
                    if (!stopped.getAsBoolean()) {
                        counted.put(operation, of(() -> caller.call(operation), driver, proxy));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot count round trips: " + e.getMessage(), e);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot count statements", e);
        } finally {
            proxy.ifPresent(RoundTrips::close);
        }
        return counted;
    }

    /** The first calls prepare statements and fill caches. */
    private static Asked of(Runnable call, CountingDriver driver, Optional<RoundTrips> proxy) {
        for (int i = 0; i < CALLS; i++) {
            call.run();
        }
        long statements = driver.count();
        long trips = proxy.map(RoundTrips::count).orElse(0L);
        for (int i = 0; i < CALLS; i++) {
            call.run();
        }
        return new Asked(
                proxy.isPresent() ? (proxy.get().count() - trips) / (double) CALLS : null,
                (driver.count() - statements) / (double) CALLS);
    }
}
