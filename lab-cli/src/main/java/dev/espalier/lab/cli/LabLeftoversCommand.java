package dev.espalier.lab.cli;

import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Leftovers;
import dev.espalier.lab.target.Leftovers.Leftover;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab leftovers}: lists and removes the databases that runs have left. */
@Command(
        name = "leftovers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Lists the databases that carry the name of a run: of killed runs, of runs with --keep, and of runs that go on.",
            "--remove drops those of the named runs, or of all, except databases to which a connection is open."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab leftovers --on mysql",
            "  espalier lab leftovers --on mysql --remove r261123161230_k3f9",
            "  espalier lab leftovers --remove all",
            ""
        })
final class LabLeftoversCommand implements Callable<Integer> {

    private static final String ALL = "all";

    @Mixin
    private TargetOptions where;

    @Option(
            names = "--remove",
            paramLabel = "RUN",
            split = ",",
            description = "Names of runs whose databases are dropped, or all.")
    private List<String> remove = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-lab",
            description = "Folder of results, with the files of embedded engines. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter terminal = command.commandLine().getOut();
        List<Leftover> found = Leftovers.of(where.findAny(out));
        Set<String> runs = found.stream().map(one -> one.run().word()).collect(Collectors.toCollection(TreeSet::new));
        for (String asked : remove) {
            if (!asked.equals(ALL) && !runs.contains(asked)) {
                throw new SpecException("--remove: found '" + asked + "', expected "
                        + (runs.isEmpty()
                                ? "nothing: no run has left a database"
                                : "all, or one of " + String.join(", ", runs)));
            }
        }
        for (Leftover one : found) {
            boolean wanted = remove.contains(ALL) || remove.contains(one.run().word());
            boolean inUse = one.sessions() > 0;
            if (wanted && !inUse) {
                one.database().drop();
            }
            terminal.println(one.database().name() + "  run " + one.run().word() + ", began "
                    + one.run().began().map(LocalDateTime::toString).orElse("at an unknown time")
                    + " UTC"
                    + (inUse
                            ? ", in use by " + one.sessions() + (one.sessions() == 1 ? " connection" : " connections")
                            : "")
                    + (!wanted ? "" : inUse ? ", stays" : ", removed"));
        }
        if (found.isEmpty()) {
            terminal.println("No run has left a database");
        }
        terminal.flush();
        return 0;
    }

    /** Prints which database stays, if it carries the name of the run. */
    static void printKept(String database, boolean keep, PrintWriter terminal) {
        if (keep && RunName.of(database).isPresent()) {
            terminal.println("Kept: the database " + database + "; --database " + database
                    + " uses it again, lab leftovers removes it");
        }
    }
}
