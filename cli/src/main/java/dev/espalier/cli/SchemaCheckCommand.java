package dev.espalier.cli;

import dev.espalier.Model;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.yaml.YamlModel;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier schema check}: compares a model file with classes, for a build. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Compares a model file with the classes of a program, without any database, and prints the differences. Exit code: 0 none, 1 some, 2 an error.",
        exitCodeOnExecutionException = 2)
final class SchemaCheckCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "FILE", description = "The model file, such as espalier-model.yaml.")
    private Path file;

    @Option(
            names = "--classes",
            paramLabel = "PATH",
            required = true,
            split = ",",
            description = "The jars and folders with the classes, and with what they need; with commas between them.")
    private List<File> path;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            required = true,
            description = "The classes to store, by their full names; may be given several times.")
    private List<String> names;

    @Option(
            names = "--write",
            description = "Updates the file, or writes a new one. Lines that need no change stay as they are.")
    private boolean write;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        Model model = ModelOptions.classes(path, names);
        if (write && !Files.exists(file)) {
            YamlModel.write(file, ModelDraft.of(model));
            out.println("wrote " + file);
            out.flush();
            return 0;
        }
        List<String> differences = YamlModel.differences(file, model);
        differences.forEach(out::println);
        if (write && !differences.isEmpty()) {
            YamlModel.write(file, ModelDraft.of(model));
            out.println("updated " + file);
        }
        if (differences.isEmpty()) {
            out.println(file + " is the model of the classes");
        }
        out.flush();
        return differences.isEmpty() || write ? 0 : 1;
    }
}
