package dev.espalier.lab.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.Place;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.torture.TortureResult.Part;
import dev.espalier.lab.torture.TortureSpec.Contention;

/**
 * Runs the pack {@code torture}: each load by its subjects back to back, each in a database of its own.
 *
 * @param spec what to run
 * @param target where
 * @param home the project's folder
 * @param out the folder for the result, made where it is missing
 */
public record TortureLab(TortureSpec spec, Target target, Path home, Path out) {

    private static final int LONGEST_WARM_UP = 10;
    private static final int MOST_ISOLATION_TRANSACTIONS = 2_000;
    private static final int ISOLATION_TRANSACTIONS_PER_SECOND = 100;

    static final Load.Listener NOBODY = new Load.Listener() {
        @Override
        public void starts(Operation operation) { }

        @Override
        public void ended(Event event) { }
    };

    /**
     * Runs. The result is written after every part, so that a broken run leaves what it had.
     *
     * @param listener is told of each part that has ended
     * @return the result, as it stands in the folder
     */
    public TortureResult run(Consumer<Part> listener) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        List<Part> parts = new ArrayList<>();
        try {
            Files.createDirectories(out);
            TortureResult result = null;
            for (Contention contention : spec.contention()) {
                for (SubjectName subject : spec.subjects()) {
                    Part part = part(subject, contention);
                    listener.accept(part);
                    parts.add(part);
                    result = new TortureResult(TortureResult.FORMAT, "torture", ObjectsLab.version(), started, spec, Environment.of(home, out),
                            ServerFacts.of(target), parts);
                    Files.writeString(out.resolve(ResultFile.NAME), ResultFile.json(result));
                }
            }
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e);
        }
    }

    private Part part(SubjectName subject, Contention contention) {
        Place place = target.place("espalier_lab_torture_" + subject.word());
        place.recreate();
        try (Client client = open(subject, place)) {
            Load load = new Load(Population.hot(contention == Contention.HOT ? spec.objects() : Math.max(4, spec.objects() / spec.threads())),
                    contention == Contention.HOT, spec.threads(), warmUp(), spec.seconds(), spec.seed(), 0);
            client.prepare(load.all());
            Load.Done done = load.run(client, Collections.nCopies(spec.threads(), NOBODY));
            List<Check> checks = checks(client, done);
            if (subject == SubjectName.ESPALIER && contention == Contention.HOT) {
                int transactions = Math.min(MOST_ISOLATION_TRANSACTIONS, ISOLATION_TRANSACTIONS_PER_SECOND * spec.seconds());
                checks.add(new ListAppend(spec.threads(), Math.max(1, transactions / spec.threads()), spec.seed())
                        .check(target.place("espalier_lab_torture_isolation")));
            }
            return part(subject, contention, client, done, checks);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            place.drop();
        }
    }

    /** In seconds: classes are loaded, code is compiled, connections are made. */
    private int warmUp() {
        return Math.min(LONGEST_WARM_UP, spec.seconds() / 2);
    }

    private Client open(SubjectName subject, Place place) {
        return switch (subject) {
            case ESPALIER -> new EspalierClient(place, spec.threads());
            case JDBC -> new JdbcClient(place);
        };
    }

    private static Part part(SubjectName subject, Contention contention, Client client, Load.Done done,
            List<Check> checks) {
        long acknowledged = done.history().stream().filter(event -> event.outcome() == Event.Outcome.ACKNOWLEDGED).count();
        long unknown = done.history().stream().filter(event -> event.outcome() == Event.Outcome.UNKNOWN).count();
        double perSecond = done.perSecond().stream().mapToLong(Long::longValue).sum() / (double) done.perSecond().size();
        return new Part(subject, contention, acknowledged, unknown, done.perSecond(), perSecond,
                done.micros().getValueAtPercentile(50) / 1e3, done.micros().getValueAtPercentile(99) / 1e3, done.micros().getMaxValue() / 1e3,
                client.retries(), done.errors(), Map.of(), checks);
    }

    /** Everything that is checked after a load. */
    static List<Check> checks(Client client, Load.Done done) {
        List<Check> checks = new ArrayList<>();
        checks.add(Check.of("verify", "a check of the whole database finds nothing wrong", 1, client.verify()));
        checks.addAll(new Checker(done.history(), client.read(true)).checks());
        checks.addAll(done.checks());
        checks.add(Check.of("errors", "no operation fails", done.history().size(), done.errors().entrySet().stream()
                .map(error -> error.getValue() + " x " + error.getKey() + ": " + done.messages().get(error.getKey())).toList()));
        return checks;
    }
}
