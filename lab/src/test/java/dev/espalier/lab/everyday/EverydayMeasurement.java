package dev.espalier.lab.everyday;

import dev.espalier.lab.result.EverydayResult.Line;
import dev.espalier.lab.spec.EverydayOperation;
import dev.espalier.lab.spec.EverydaySpec;
import dev.espalier.lab.spec.EverydaySubject;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Everyday operations by hand-written JDBC and by Espalier, without the command line: {@code lab run everyday} has all that this has, and more.
 *
 * <pre>
 * java -cp ... dev.espalier.lab.everyday.EverydayMeasurement postgres [rounds] [operation,...]
 * </pre>
 */
public final class EverydayMeasurement {

    private EverydayMeasurement() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        List<String> only = args.length > 2 ? Arrays.asList(args[2].split(",")) : List.of("");
        List<EverydayOperation> operations = Arrays.stream(EverydayOperation.values())
                .filter(one -> only.stream().anyMatch(one.word()::startsWith))
                .toList();
        EverydaySpec spec = new EverydaySpec(
                args[0],
                80_000,
                List.of(EverydaySubject.JDBC, EverydaySubject.ESPALIER),
                operations,
                List.of(1),
                new EverydaySpec.Timing(rounds, 120, 3_000),
                1,
                true);
        Path out = Files.createTempDirectory("everyday");
        System.out.printf(
                "%-14s %-9s %9s %6s %9s %6s %6s%n", "operation", "subject", "us", "ratio", "cpu us", "trips", "stmts");
        new EverydayLab(
                        spec,
                        new Targets(Path.of(""), out, System.getenv()).find(args[0], "", Password.NONE),
                        Path.of(""),
                        out)
                .run(EverydayMeasurement::print);
    }

    private static void print(Line line) {
        System.out.printf(
                Locale.ROOT,
                "%-14s %-9s %9.1f %6s %9.1f %6s %6s%n",
                line.operation(),
                line.subject(),
                line.times().medianMicros(),
                line.beside().ofJdbc() == null
                        ? ""
                        : String.format(Locale.ROOT, "%.2f", line.beside().ofJdbc()),
                line.cost().cpuMicros(),
                line.cost().roundTrips() == null ? "" : line.cost().roundTrips(),
                line.cost().statements());
    }
}
