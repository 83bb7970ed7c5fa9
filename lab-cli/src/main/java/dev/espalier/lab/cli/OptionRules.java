package dev.espalier.lab.cli;

import static dev.espalier.lab.spec.TargetKind.CUBRID;
import static dev.espalier.lab.spec.TargetKind.MARIADB;
import static dev.espalier.lab.spec.TargetKind.MYSQL;
import static dev.espalier.lab.spec.TargetKind.POSTGRES;
import static dev.espalier.lab.spec.TargetKind.REDIS;
import static dev.espalier.lab.spec.TargetKind.SQL;
import static dev.espalier.lab.spec.TargetKind.TARANTOOL;
import static dev.espalier.lab.spec.TargetKind.TIDB;

import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.TargetKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import picocli.CommandLine.ParseResult;

/**
 * Checks which options have an effect for which target and run. A given option without effect is refused, because its user expects one. A
 * default is never refused.
 */
final class OptionRules {

    private static final String A_SERVER = "a server that the lab logs in to";
    static final String USER = "--user";
    private static final List<String> PASSWORDS = List.of("--password", "--password-env", "--password-file");
    /** The account at a server. */
    static final List<String> ACCOUNT = List.of(USER, PASSWORDS.get(0), PASSWORDS.get(1), PASSWORDS.get(2));
    /** Redis has an account for whoever names none. */
    private static final Set<TargetKind> WITH_NAMES = EnumSet.of(MYSQL, MARIADB, POSTGRES, CUBRID, TARANTOOL);

    private static final String FOUND_IT = ": found it ";

    /** An option, the targets of which it says something, and how to recognise them. */
    private record OfTarget(String option, Set<TargetKind> targets, String expected) {}

    /** An option, the runs of which it says something, where else it was found, and what is expected. */
    private record OfRun(
            String option,
            BiPredicate<ParseResult, PackSpec> runs,
            Function<PackSpec, String> where,
            String expected) {}

    private static final List<OfTarget> OF_TARGETS = List.of(
            // the lab comes with the drivers of all others, and they are asked first
            new OfTarget("--driver-jar", EnumSet.of(CUBRID), "a URL jdbc:cubrid:"),
            new OfTarget("--driver", EnumSet.of(MYSQL, TIDB), "mysql, tidb or a URL jdbc:mysql:"),
            new OfTarget("--engine", EnumSet.of(MYSQL, MARIADB), "mysql, mariadb or a URL of theirs"),
            new OfTarget(
                    "--database",
                    TargetKind.WITH_DATABASES,
                    "sqlite, mysql, mariadb, postgres, tidb or a URL of theirs"),
            new OfTarget("--data-dir", TargetKind.WITH_DATABASES, "sqlite, mysql, mariadb, postgres or tidb"),
            new OfTarget("--keep", TargetKind.HOLDING_DATA, "a target outside of the lab"),
            new OfTarget("--cache", TargetKind.HOLDING_DATA, "a target outside of the lab"),
            new OfTarget("--retries", TargetKind.HOLDING_DATA, "a target outside of the lab"),
            new OfTarget("--client", EnumSet.of(REDIS), "redis, valkey or a URL redis:"),
            new OfTarget("--way", SQL, "a SQL database"),
            new OfTarget("--nullable", SQL, "a SQL database"),
            new OfTarget("--ids", SQL, "a SQL database"),
            new OfTarget(
                    "--unprepared",
                    EnumSet.of(MYSQL, MARIADB, POSTGRES, TIDB),
                    "mysql, mariadb, postgres, tidb or a URL of theirs"));

    private static final List<OfRun> OF_RUNS = List.of(
            new OfRun(
                    "--rows",
                    (given, spec) -> !(spec instanceof KeyValueSpec read
                            && !read.stored().ids().isEmpty()),
                    spec -> "with --ids",
                    "one of both"),
            new OfRun(
                    "--arrival",
                    (given, spec) -> !spec.loading().closed(),
                    spec -> "in a closed loop",
                    "it with --rate"),
            new OfRun("--seconds", (given, spec) -> !inRounds(spec), OptionRules::rounds, "--rounds 0"),
            new OfRun("--operations", (given, spec) -> !inRounds(spec), OptionRules::rounds, "--rounds 0"),
            new OfRun(
                    "--working-set",
                    (given, spec) ->
                            spec instanceof FortyTablesSpec tables && tables.load() != FortyTablesLoad.INSERT_FULL,
                    spec -> "with --load " + ((FortyTablesSpec) spec).load().word(),
                    "--load select-cpu-bound or select-io-bound"),
            new OfRun(
                    "--secret-file",
                    (given, spec) -> namesMachines(given),
                    spec -> "without --agents or --watch",
                    "one of them"),
            new OfRun(
                    "--secret-env",
                    (given, spec) -> namesMachines(given),
                    spec -> "without --agents or --watch",
                    "one of them"));

    private OptionRules() {}

    /**
     * Refuses what was given and says nothing.
     *
     * @param given what was given
     * @param spec what is asked for
     */
    static void refuse(ParseResult given, PackSpec spec) {
        refuse(given, spec.target());
        for (OfRun rule : OF_RUNS) {
            if (given.hasMatchedOption(rule.option) && !rule.runs.test(given, spec)) {
                throw refused(rule.option, rule.where.apply(spec), rule.expected);
            }
        }
    }

    /**
     * Refuses what was given and says nothing of a target. The search for the target refuses a name that is no target.
     *
     * @param given what was given
     * @param target as it was given, or by default
     */
    static void refuse(ParseResult given, String target) {
        TargetKind.of(target).ifPresent(kind -> {
            refuseAccount(given, kind, target);
            for (OfTarget rule : OF_TARGETS) {
                if (given.hasMatchedOption(rule.option) && !rule.targets.contains(kind)) {
                    throw refused(rule.option, "with --on " + target, rule.expected);
                }
            }
        });
    }

    /** A server that is named has an account that its variables name; one by URL has none, for which a password could be. */
    private static void refuseAccount(ParseResult given, TargetKind kind, String target) {
        for (String option : ACCOUNT) {
            if (given.hasMatchedOption(option) && !TargetKind.WITH_ACCOUNTS.contains(kind)) {
                throw refused(option, "with --on " + target, A_SERVER);
            }
        }
        for (String option : PASSWORDS) {
            if (given.hasMatchedOption(option)
                    && !given.hasMatchedOption(USER)
                    && WITH_NAMES.contains(kind)
                    && target.contains(":")) {
                throw refused(option, "with --on " + target + " without " + USER, "both");
            }
        }
    }

    private static SpecException refused(String option, String where, String expected) {
        return new SpecException(option + FOUND_IT + where + ", expected " + expected);
    }

    /** Returns the option that was refused because it has no effect; empty if something else was wrong. */
    static Optional<String> withoutEffect(SpecException refusal) {
        String message = String.valueOf(refusal.getMessage());
        int end = message.indexOf(FOUND_IT);
        return end > 0 && message.startsWith("--") ? Optional.of(message.substring(0, end)) : Optional.empty();
    }

    private static boolean namesMachines(ParseResult given) {
        return given.hasMatchedOption("--agents") || given.hasMatchedOption("--watch");
    }

    private static boolean inRounds(PackSpec spec) {
        return spec instanceof KeyValueSpec read && read.reads().rounds() > 0;
    }

    /** Returns the number of operations: each connection reads its ids a given number of times, without a time limit. */
    private static String rounds(PackSpec spec) {
        return "with --rounds " + ((KeyValueSpec) spec).reads().rounds();
    }
}
