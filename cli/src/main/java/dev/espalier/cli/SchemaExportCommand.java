package dev.espalier.cli;

import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaScript;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier schema export}: writes the changes of a plan as a file for another tool. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes what 'schema apply' would do as SQL, for another tool to run.",
            "The SQL contains what the library needs besides. It fits the present state of the database, and fails on another one. After it was run, the database"
                    + " opens with SchemaMode.VALIDATE. Changes nothing."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The SQL was written, or nothing has to be changed.",
            "2:A change needs an answer, or more than SQL; or there was an error."
        },
        exitCodeOnExecutionException = 2)
final class SchemaExportCommand implements Callable<Integer> {

    private static final Pattern VERSION = Pattern.compile("V(\\d+)__.*\\.sql");

    /** The tools. */
    enum Form {
        SQL,
        FLYWAY,
        LIQUIBASE
    }

    @Mixin
    private DatabaseOptions database;

    @Mixin
    private ModelOptions model;

    @Option(
            names = "--form",
            paramLabel = "FORM",
            defaultValue = "sql",
            description =
                    "sql, flyway (a file V<n>__<name>.sql) or liquibase (a changelog in SQL). Default: ${DEFAULT-VALUE}.")
    private String form;

    @Option(
            names = "--out",
            paramLabel = "PATH",
            description = "The file, or with flyway the folder of the migrations. Default: standard output.")
    private @Nullable Path out;

    @Option(
            names = "--version-number",
            paramLabel = "N",
            description = "The version of a Flyway migration. Default: one more than the highest in the folder.")
    private @Nullable Integer version;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "espalier_model",
            description = "The name of a Flyway migration or of a Liquibase changeset. Default: ${DEFAULT-VALUE}.")
    private String name;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter terminal = command.commandLine().getOut();
        Form wanted = wanted();
        if (!name.matches("\\w+")) {
            throw new UsageException("--name: found '" + name + "', expected letters, digits and _");
        }
        SchemaScript script =
                SchemaAdmin.at(database.url(), database.settings()).script(model.model());
        if (script.statements().isEmpty()) {
            terminal.println(
                    out == null ? "-- nothing has to be changed" : "nothing has to be changed; nothing was written");
        } else if (out == null) {
            terminal.print(text(wanted, script));
        } else {
            Path file = wanted == Form.FLYWAY ? out.resolve("V" + number(out) + "__" + name + ".sql") : out;
            write(file, text(wanted, script));
            terminal.println("wrote " + file);
        }
        terminal.flush();
        return 0;
    }

    private Form wanted() {
        try {
            return Form.valueOf(form.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--form: found '" + form + "', expected sql, flyway or liquibase");
        }
    }

    /** A literal may have several lines; none of them ends with a semicolon, and none begins with two hyphens. */
    private String text(Form wanted, SchemaScript script) {
        String head = wanted == Form.LIQUIBASE
                ? "--liquibase formatted sql\n\n--changeset espalier:" + name + (version == null ? "" : "_" + version)
                        + " splitStatements:true endDelimiter:; stripComments:false\n"
                : "";
        return head + "-- Written by 'espalier schema export'. No program may open the database while this runs.\n"
                + "-- It fails, and changes nothing, if the database is not in the state for which it was written.\n"
                + script;
    }

    private int number(Path folder) {
        if (version != null) {
            return version;
        }
        if (!Files.isDirectory(folder)) {
            return 1;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return 1
                    + files.map(file -> VERSION.matcher(file.getFileName().toString()))
                            .filter(Matcher::matches)
                            .mapToInt(found -> Integer.parseInt(found.group(1)))
                            .max()
                            .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(folder + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static void write(Path file, String text) {
        if (Files.exists(file)) {
            throw new UsageException("--out: found " + file + " already, expected a new file");
        }
        try {
            if (file.toAbsolutePath().getParent() != null) {
                Files.createDirectories(file.toAbsolutePath().getParent());
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": cannot be written: " + e.getMessage(), e);
        }
    }
}
