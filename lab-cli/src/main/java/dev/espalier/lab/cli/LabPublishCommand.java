package dev.espalier.lab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier lab publish}: a published report again, as one command and one page. */
@Command(
        name = "publish",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Repeats a published report: objects, uuid-set, forty-tables, oltp or key-value. Its options take the report's values; others can be given behind its name, and"
                    + " --scale published takes the report's sizes and times.",
            "The page shows the published figures beside the measured ones, and says what is the same and what is not. Options of the command stand before the report.",
            "A run that was ended, or killed, goes on by the same command. Of objects, each of several targets has a folder of its own in that of the results."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab publish --plan oltp",
            "  espalier lab publish uuid-set --on mysql,postgres,redis --size 1m --seconds 10",
            "  espalier lab publish --out out/objects objects --on mysql,postgres --objects 100k,1m",
            ""
        })
final class LabPublishCommand implements Callable<Integer> {

    @Mixin
    private SweepOptions sweep;

    @Parameters(
            paramLabel = "REPORT OPTIONS",
            arity = "1..*",
            description = "The report, and options of its pack, which replace those of the report.")
    private List<String> words;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        PublishedRun report = PublishedRun.of(words.get(0));
        List<String> given = words.subList(1, words.size());
        List<String> options = report.words(given);
        Path out = sweep.out("espalier-" + report.pack());
        CommandLine run = LabRunCommand.of(command.parent());
        if (report != PublishedRun.OBJECTS) {
            return sweep.run(
                    LabRunCommand.pack(run, report.pack()),
                    options,
                    report.options(given),
                    out,
                    command.commandLine().getOut());
        }
        return objects(run, report, options, out);
    }

    /** Runs the pack for each of its targets. The first one that fails ends it. */
    private int objects(CommandLine run, PublishedRun report, List<String> options, Path out) {
        String on = PublishedRun.value("--on", options);
        String[] targets = on.split(",", -1);
        for (String target : targets) {
            Path folder = targets.length == 1 ? out : out.resolve(target.replaceAll("[^A-Za-z0-9.]+", "-"));
            List<String> arguments = new ArrayList<>(List.of(report.pack()));
            arguments.addAll(PublishedRun.with("--on", target, options));
            arguments.addAll(
                    List.of("--repeats", Integer.toString(sweep.rounds()), "--go-on", "--out", folder.toString()));
            if (sweep.planOnly()) {
                command.commandLine().getOut().println("espalier lab run " + String.join(" ", arguments));
            } else {
                int code = run.execute(arguments.toArray(String[]::new));
                if (code != CommandLine.ExitCode.OK) {
                    return code;
                }
            }
        }
        return CommandLine.ExitCode.OK;
    }
}
