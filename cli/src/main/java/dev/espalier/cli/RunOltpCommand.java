package dev.espalier.cli;

import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.Words;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier lab run oltp}: sysbench's loads. */
@Command(name = "oltp", mixinStandardHelpOptions = true, sortOptions = false,
        description = "sysbench's OLTP loads on sysbench's tables: transactions a second and their times.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run oltp --on mysql --load read-write --connections 1,8,64",
            "  espalier lab run oltp --on postgres --load point-select --rate 2000 --arrival poisson --seconds 60",
            "  espalier lab run oltp --on fixed-delay:5ms --load point-select",
            ""})
final class RunOltpCommand extends PackCommand {

    @Option(names = "--load", paramLabel = "LOAD", defaultValue = "read-only",
            description = "read-only, point-select, read-write, update-key, write-only, insert, delete or update-non-index."
                    + " Default: ${DEFAULT-VALUE}.")
    private String load;

    @Option(names = "--tables", paramLabel = "N", description = "How many tables.")
    private Integer tables;

    @Option(names = "--rows", paramLabel = "N", converter = SizeConverter.OfInt.class, description = "Rows of each table.")
    private Integer rows;

    @Option(names = "--distribution", paramLabel = "NAME", defaultValue = "special",
            description = "How ids are drawn: uniform, special, pareto or zipfian. Default: ${DEFAULT-VALUE}.")
    private String distribution;

    @Option(names = "--unprepared", description = "Statements are not prepared by the server.")
    private boolean unprepared;

    RunOltpCommand() {
        super("mariadb");
    }

    @Override
    OltpSpec pack() {
        return new OltpSpec(on(), data().driver(), Words.parseOne("--load", load, OltpLoad.class),
                tables == null ? loading().scale().oltpTables() : tables, rows == null ? loading().scale().oltpRows() : rows, data().engine(),
                Words.parseOne("--distribution", distribution, DistributionName.class), loading().connections(), !unprepared, data().database(),
                loading().spec(), data().keep());
    }
}
