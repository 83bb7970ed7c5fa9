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
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

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

    private static final Load.Listener NOBODY = new Load.Listener() {
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
                    contention == Contention.HOT, spec.threads(), spec.seconds(), spec.seed(), 0);
            client.prepare(load.all());
            Load.Done done = load.run(client, Collections.nCopies(spec.threads(), NOBODY));
            return part(subject, contention, client, done);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            place.drop();
        }
    }

    private Client open(SubjectName subject, Place place) {
        return switch (subject) {
            case ESPALIER -> new EspalierClient(place, spec.threads());
            case JDBC -> new JdbcClient(place);
        };
    }

    private static Part part(SubjectName subject, Contention contention, Client client, Load.Done done) {
        List<Event> history = done.history();
        long acknowledged = history.stream().filter(event -> event.outcome() == Event.Outcome.ACKNOWLEDGED).count();
        long unknown = history.stream().filter(event -> event.outcome() == Event.Outcome.UNKNOWN).count();
        Map<String, Long> errors = new TreeMap<>(done.readErrors());
        history.stream().filter(event -> event.code() != null).forEach(event -> errors.merge(event.code(), 1L, Long::sum));
        List<String> findings = client.verify();
        List<Check> checks = Stream.of(
                new Checker(history, client.read(true)).checks(),
                done.checks(),
                List.of(Check.of("verify", "a check of the whole database finds nothing wrong", 1, findings),
                        Check.of("errors", "no operation fails", history.size(),
                                errors.entrySet().stream().map(error -> error.getValue() + " x " + error.getKey()).toList())))
                .flatMap(List::stream).toList();
        return new Part(subject, contention, done.seconds(), acknowledged, unknown, done.perSecond(), acknowledged / done.seconds(),
                done.micros().getValueAtPercentile(50) / 1e3, done.micros().getValueAtPercentile(99) / 1e3, done.micros().getMaxValue() / 1e3,
                client.retries(), errors, Map.of(), checks);
    }
}
