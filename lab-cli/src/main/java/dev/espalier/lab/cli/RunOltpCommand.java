package dev.espalier.lab.cli;

import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.ServerSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.TargetKind;
import dev.espalier.lab.spec.Words;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier lab run oltp}: sysbench's loads. */
@Command(
        name = "oltp",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "sysbench's OLTP loads on sysbench's tables: transactions a second and their times.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run oltp --on mysql --load read-write --connections 1,8,64",
            "  espalier lab run oltp --on postgres --load point-select --rate 2000 --arrival poisson --seconds 60",
            "  espalier lab run oltp --on fixed-delay:5ms --load point-select",
            ""
        })
final class RunOltpCommand extends PackCommand {

    private static final int REPEATS_OF_THE_REPORT = 3;
    private static final String LIMIT = "max_prepared_stmt_count";
    /** Of MySQL and MariaDB. */
    private static final long DEFAULT_STATEMENTS = 16_382;

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            defaultValue = "read-only",
            description =
                    "read-only, point-select, read-write, update-key, write-only, insert, delete or update-non-index."
                            + " Default: ${DEFAULT-VALUE}.")
    private String load;

    @Option(names = "--tables", paramLabel = "N", description = "How many tables.")
    private @Nullable Integer tables;

    @Option(
            names = "--rows",
            paramLabel = "N",
            converter = SizeConverter.OfInt.class,
            description = "Rows of each table.")
    private @Nullable Integer rows;

    @Option(
            names = "--distribution",
            paramLabel = "NAME",
            defaultValue = "special",
            description = "How ids are drawn: uniform, special, pareto or zipfian. Default: ${DEFAULT-VALUE}.")
    private String distribution;

    @Option(names = "--unprepared", description = "Statements are not prepared by the server.")
    private boolean unprepared;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "published: --scale published, 3 repeats as in the report, and on mysql or mariadb of servers/ --set max_prepared_stmt_count as the run needs it.")
    private @Nullable String preset;

    RunOltpCommand() {
        super("mariadb");
    }

    @Override
    OltpSpec pack() {
        if (preset == null) {
            return asked();
        }
        if (!preset.equals(Scale.PUBLISHED.word())) {
            throw new SpecException("--preset: found '" + preset + "', expected published");
        }
        loading().published(REPEATS_OF_THE_REPORT);
        return withEnoughStatements(asked());
    }

    /** A server of a URL is not started by the lab; there the limit is raised if the account may, or the run is refused. */
    private static OltpSpec withEnoughStatements(OltpSpec spec) {
        ServerSpec server = spec.loading().server();
        boolean isNamed = !spec.target().contains(":")
                && TargetKind.of(spec.target())
                        .filter(kind -> kind == TargetKind.MYSQL || kind == TargetKind.MARIADB)
                        .isPresent();
        long needed = spec.neededStatements();
        if (!isNamed || needed <= DEFAULT_STATEMENTS || server.settings().containsKey(LIMIT)) {
            return spec;
        }
        Map<String, String> settings = new TreeMap<>(server.settings());
        settings.put(LIMIT, Long.toString(needed));
        return spec.on(new ServerSpec(server.cache(), settings, server.preload(), server.dataDir()));
    }

    private OltpSpec asked() {
        return new OltpSpec(
                on(),
                data().spec(),
                Words.parseOne("--load", load, OltpLoad.class),
                new OltpSpec.Size(
                        tables == null ? loading().scale().oltpTables() : tables,
                        rows == null ? loading().scale().oltpRows() : rows),
                Words.parseOne("--distribution", distribution, DistributionName.class),
                loading().connections(),
                !unprepared,
                loading().spec());
    }
}
