package dev.espalier.lab.cli;

import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.Words;
import dev.espalier.lab.spec.WorkingSetSize;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier lab run forty-tables}: inserts and selects over many tables. */
@Command(
        name = "forty-tables",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Inserts, or selects by three keys, over forty tables of 15 columns; transactions a second as a curve.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run forty-tables --on mysql --load insert-full",
            "  espalier lab run forty-tables --on postgres --load select-cpu-bound --rows 4000000 --working-set 80%%buffer",
            ""
        })
final class RunFortyTablesCommand extends PackCommand {

    /** The published report's: 25 million rows before inserts, 64 million before selects, 40 threads. */
    private static final long PUBLISHED_INSERT_ROWS = 25_000_000;

    private static final long PUBLISHED_SELECT_ROWS = 64_000_000;
    private static final List<Integer> PUBLISHED_CONNECTIONS = List.of(40);
    /** Half an hour of inserts, ten minutes of each kind of selects. */
    private static final int PUBLISHED_INSERT_SECONDS = 1_800;

    private static final int PUBLISHED_SELECT_SECONDS = 600;
    private static final long QUICK_ROWS = 20_000;
    private static final WorkingSetSize FITS_MOST_BUFFERS = new WorkingSetSize(5, WorkingSetSize.Of.ROWS);

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            defaultValue = "insert-full",
            description = "insert-full, select-cpu-bound or select-io-bound. Default: ${DEFAULT-VALUE}.")
    private String load;

    @Option(
            names = "--tables",
            paramLabel = "N",
            defaultValue = "40",
            description = "How many tables. Default: ${DEFAULT-VALUE}.")
    private int tables;

    @Option(
            names = "--rows",
            paramLabel = "N",
            converter = SizeConverter.OfLong.class,
            description = "Rows of all tables together, before the run.")
    private @Nullable Long rows;

    @Option(
            names = "--working-set",
            paramLabel = "PERCENT",
            description =
                    "From how much selects draw: percent of the rows, such as 5, or of the server's buffer, such as 80%%buffer."
                            + " Default: 5 for select-cpu-bound, 100 for select-io-bound.")
    private @Nullable String workingSet;

    RunFortyTablesCommand() {
        super("mariadb");
    }

    @Override
    FortyTablesSpec pack() {
        FortyTablesLoad what = Words.parseOne("--load", load, FortyTablesLoad.class);
        WorkingSetSize size = workingSet != null
                ? WorkingSetSize.parse(workingSet)
                : what == FortyTablesLoad.SELECT_CPU_BOUND ? FITS_MOST_BUFFERS : WorkingSetSize.WHOLE;
        boolean published = loading().scale() == Scale.PUBLISHED;
        int publishedSeconds =
                what == FortyTablesLoad.INSERT_FULL ? PUBLISHED_INSERT_SECONDS : PUBLISHED_SELECT_SECONDS;
        long publishedRows = what == FortyTablesLoad.INSERT_FULL ? PUBLISHED_INSERT_ROWS : PUBLISHED_SELECT_ROWS;
        return new FortyTablesSpec(
                on(),
                data().spec(),
                what,
                new FortyTablesSpec.Size(tables, rows != null ? rows : published ? publishedRows : QUICK_ROWS),
                size.percent(),
                size.of(),
                loading().connections(PUBLISHED_CONNECTIONS),
                published ? loading().spec(publishedSeconds) : loading().spec());
    }
}
