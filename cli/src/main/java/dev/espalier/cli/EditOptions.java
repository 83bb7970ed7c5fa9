package dev.espalier.cli;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.ModelException;
import dev.espalier.error.SchemaException;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.yaml.YamlModel;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that name the edited model: a model file, a database, or both. */
final class EditOptions {

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "The model file, such as espalier-model.yaml; only the lines that differ are changed.")
    private @Nullable Path file;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The database that is changed, too. Without --model its own catalog is the model.")
    private @Nullable String url;

    @Option(names = "--user", paramLabel = "NAME", description = "Account of the server. Default: that of the URL.")
    private @Nullable String user;

    @ArgGroup
    private PasswordOptions password = new PasswordOptions();

    @Option(names = "--dry-run", description = "Prints what would be changed, and changes nothing.")
    private boolean dryRun;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Adds something: to the file, and to the database. */
    int add(UnaryOperator<ModelDraft> edit) {
        ModelDraft before;
        if (file != null) {
            before = Files.exists(file) ? YamlModel.readDraft(file) : ModelDraft.empty();
        } else if (url != null) {
            before = ofDatabase(url);
        } else {
            throw new UsageException("found nothing to change, expected --model FILE, --url URL or both");
        }
        ModelDraft after = checked(edit.apply(before));
        if (url != null) {
            Model model = after.toModel();
            PrintWriter out = command.commandLine().getOut();
            out.println(SchemaAdmin.at(url, settings(url)).plan(model));
            out.flush();
            if (!dryRun) {
                String of = url;
                ClosedAtSignal.work(() -> Database.open(of, model, settings(of).schema(SchemaMode.APPLY)), db -> 0);
            }
        }
        if (file != null) {
            write(file, after);
        }
        return 0;
    }

    /** Deletes something from the file. A database keeps it. */
    int delete(UnaryOperator<ModelDraft> edit) {
        if (file == null) {
            throw new UsageException(
                    url == null
                            ? "found nothing to change, expected --model FILE"
                            : "--url: found it without --model, expected a model file: a database keeps what"
                                    + " it has, and only 'espalier schema finish' drops what the model has no longer");
        }
        write(file, checked(edit.apply(YamlModel.readDraft(file))));
        if (url != null) {
            command.commandLine()
                    .getErr()
                    .println("the values stay in the database until 'espalier schema finish' drops them");
        }
        return 0;
    }

    private ModelDraft ofDatabase(String url) {
        try {
            return ModelDraft.ofDatabase(url, settings(url));
        } catch (SchemaException | ConnectionException e) {
            if (e.errorCode() == ErrorCode.NO_MODEL || e.errorCode() == ErrorCode.NO_SUCH_DATABASE) {
                return ModelDraft.empty();
            }
            throw e;
        }
    }

    private static ModelDraft checked(ModelDraft draft) {
        String problems = draft.problems().stream()
                .filter(problem -> !problem.place().isEmpty())
                .map(ModelDraft.Problem::toString)
                .collect(Collectors.joining("\n"));
        if (!problems.isEmpty()) {
            throw new ModelException(ErrorCode.BAD_MODEL, problems);
        }
        return draft;
    }

    private void write(Path file, ModelDraft after) {
        PrintWriter out = command.commandLine().getOut();
        if (!dryRun) {
            YamlModel.write(file, after);
            out.println("wrote " + file);
        } else {
            out.print(YamlModel.text(after));
        }
        out.flush();
    }

    private Settings settings(String url) {
        Urls.check("--url", url);
        return DatabaseOptions.settings(url, user, password, command);
    }
}
