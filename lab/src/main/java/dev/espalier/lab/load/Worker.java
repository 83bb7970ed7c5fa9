package dev.espalier.lab.load;

import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.Failure.Meaning;
import dev.espalier.lab.workload.Operation;
import dev.espalier.lab.workload.RandomStream;
import dev.espalier.lab.workload.Session;
import dev.espalier.lab.workload.Workload;
import dev.espalier.lab.workload.WrongAnswerException;

/** One connection of a load. Its own thread runs it; others may read its backlog and stop it. */
final class Worker<S extends Session> {

    /** Operations whose fingerprints make the fingerprint of a stream: as many as every run of some seconds does. */
    static final int FINGERPRINTED = 100;

    private static final long LONGEST_NAP_NANOS = 100_000_000;

    private final LoadSpec spec;
    private final S session;
    private final Workload.Stream<S> stream;
    private final Pace pace;
    private final Clock clock;
    private final double distanceNanos;
    private long fingerprint;
    private long operations;
    private long backlog;
    private long startedAt;
    private long endedAt;
    private volatile long nextIntended = Long.MAX_VALUE;
    private volatile boolean stopped;

    Worker(LoadSpec spec, Workload<S> workload, S session, int connection, int connections, Clock clock) {
        this.spec = spec;
        this.session = session;
        this.stream = workload.stream(spec.seed(), connection);
        this.pace = Pace.of(spec, connection, connections);
        this.clock = clock;
        this.distanceNanos = spec.closed() ? 0 : 1e9 * connections / spec.rate();
    }

    /** Does operations until the end; those that are under way then are waited for. An open loop lasts until the end, if its last operation ended before. */
    void run(long start, long end, Listener listener) throws Exception {
        startedAt = spec.closed() ? clock.nanoTime() : start;
        long intended = start + (long) pace.nextNanos(0);
        while (!stopped && intended < end && (spec.operations() == 0 || operations < spec.operations())) {
            nextIntended = intended;
            long now = napUntil(intended);
            if (stopped || now >= end) {
                break;
            }
            long next = spec.closed() ? 0 : start + (long) pace.nextNanos(now - start);
            nextIntended = spec.closed() ? Long.MAX_VALUE : next;
            long ended = perform(intended, now, listener);
            intended = spec.closed() ? ended : next;
        }
        nextIntended = Long.MAX_VALUE;
        if (!spec.closed()) {
            napUntil(Math.min(end, start + timetableNanos()));
        }
        endedAt = clock.nanoTime();
        if (!spec.closed() && spec.operations() == 0) {
            long last = stopped ? Math.min(end, clock.nanoTime()) : end;
            for (; intended < last; intended = start + (long) pace.nextNanos(0)) {
                backlog++;
            }
        }
    }

    /** Returns how long the operations of an open loop take at its rate: as long as all connections together need for theirs. */
    private long timetableNanos() {
        return spec.operations() == 0 ? Long.MAX_VALUE / 4 : (long) (spec.operations() * distanceNanos);
    }

    /** @return the time it is then */
    private long napUntil(long nanoTime) {
        long now = clock.nanoTime();
        while (now < nanoTime && !stopped) {
            clock.sleepUntil(Math.min(nanoTime, now + LONGEST_NAP_NANOS));
            now = clock.nanoTime();
        }
        return now;
    }

    private long perform(long intended, long started, Listener listener) throws Exception {
        Operation<S> operation = stream.next();
        if (operations++ < FINGERPRINTED) {
            fingerprint = RandomStream.mix(fingerprint * 31 + operation.fingerprint());
        }
        Listener.Outcome outcome = attempts(operation, listener);
        // in a closed loop nothing lies between the end of an operation and its successor but the drawing of its values
        long ended = clock.nanoTime();
        listener.ended(operation.type(), outcome, spec.closed() ? started : intended, started, ended);
        return ended;
    }

    private Listener.Outcome attempts(Operation<S> operation, Listener listener) throws Exception {
        for (int attempt = 0; ; attempt++) {
            try {
                operation.perform(session);
                return Listener.Outcome.DONE;
            } catch (WrongAnswerException e) {
                throw e;
            } catch (Exception e) {
                Failure failure = session.failure(e);
                listener.failed(operation.type(), failure, clock.nanoTime());
                if (failure.meaning() == Meaning.FATAL) {
                    throw e;
                }
                reset(e);
                if (failure.meaning() == Meaning.COMMIT_UNKNOWN) {
                    return Listener.Outcome.UNKNOWN;
                }
                if (attempt >= spec.retries()) {
                    return Listener.Outcome.GIVEN_UP;
                }
            }
        }
    }

    /** A connection that breaks at the rollback has rolled back: a second reset connects anew. */
    private void reset(Exception reason) throws Exception {
        try {
            session.reset();
        } catch (Exception e) {
            e.addSuppressed(reason);
            if (session.failure(e).meaning() == Meaning.FATAL) {
                throw e;
            }
            session.reset();
        }
    }

    void stop() {
        stopped = true;
    }

    /** Returns how many operations should have started by now and have not; between Poisson arrivals an estimate. */
    long backlogAt(long now) {
        long next = nextIntended;
        return spec.closed() || next > now ? 0 : 1 + (long) ((now - next) / distanceNanos);
    }

    /** Returns how many operations should have started before the end, and did not. Known after the run. */
    long backlog() {
        return backlog;
    }

    /** Returns when its first operation started, on a busy machine later than the run; in an open loop when its timetable did. Known after the run. */
    long startedAt() {
        return startedAt;
    }

    /** Returns when its last operation had ended, or its timetable if that is later. Known after the run. */
    long endedAt() {
        return endedAt;
    }

    long operations() {
        return operations;
    }

    long fingerprint() {
        return fingerprint;
    }
}
