package dev.espalier.cli;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaPlan;
import dev.espalier.yaml.YamlModel;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier schema}: shows the classes of a database, and changes its tables for newer ones. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {
            SchemaCommand.Show.class,
            SchemaCommand.Plan.class,
            SchemaCommand.Apply.class,
            SchemaFinishCommand.class,
            SchemaProgramsCommand.class,
            SchemaCheckCommand.class,
            SchemaExportCommand.class,
            SchemaAddCommand.class,
            SchemaDeleteCommand.class
        },
        description = "Shows and changes the classes, tables and indexes of a database.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier schema show jdbc:sqlite:shop.db",
            "  espalier schema plan jdbc:sqlite:shop.db --classes shop.jar --class shop.Order",
            "  espalier schema plan jdbc:sqlite:shop.db --model espalier-model.yaml",
            "  espalier schema check espalier-model.yaml --classes shop.jar --class shop.Order",
            "  espalier schema export jdbc:sqlite:shop.db --model espalier-model.yaml --form flyway --out migrations",
            "  espalier schema add attribute Order.due LocalDate --model espalier-model.yaml",
            "  espalier schema apply jdbc:postgresql://db.example/shop --user shop --classes shop.jar --class shop.Order",
            "  espalier schema apply jdbc:sqlite:shop.db --indexes both",
            "  espalier schema finish jdbc:sqlite:shop.db --classes shop.jar --class shop.Order --plan",
            "  espalier schema programs jdbc:sqlite:shop.db",
            ""
        })
final class SchemaCommand implements Runnable {

    @Spec
    private CommandSpec command;

    @Override
    public void run() {
        command.commandLine().usage(command.commandLine().getOut());
    }

    /** {@code espalier schema show}: what the catalog says. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description =
                    "Shows the classes and attributes of a database, with their permanent numbers, types, columns and other names. Needs none of its classes.")
    static final class Show implements Callable<Integer> {

        @Mixin
        private DatabaseOptions database;

        @ArgGroup
        private Form form = new Form();

        static final class Form {

            @Option(
                    names = "--yaml",
                    description = "As a model file, espalier-model.yaml, with the names that the database has.")
            private boolean yaml;

            @Option(
                    names = "--sql",
                    description =
                            "As the definitions of its tables, with a comment at each column, for those who write SQL.")
            private boolean sql;
        }

        @Spec
        private CommandSpec command;

        @Override
        public Integer call() {
            PrintWriter out = command.commandLine().getOut();
            if (form.sql) {
                out.print(SchemaAdmin.at(database.url(), database.settings()).tables());
                out.flush();
                return 0;
            }
            if (form.yaml) {
                out.print(YamlModel.text(ModelDraft.ofDatabase(database.url(), database.settings())));
                out.flush();
                return 0;
            }
            SchemaAdmin.at(database.url(), database.settings()).classes().forEach(out::println);
            SchemaAdmin.at(database.url(), database.settings()).enums().forEach(out::println);
            out.flush();
            return 0;
        }
    }

    /** {@code espalier schema plan}: what an opening would change. */
    @Command(
            name = "plan",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = {
                "Prints what opening a database with these classes would change.",
                "Prints each step with its SQL, its cost and the rows that it touches. Changes nothing."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:Nothing would change.",
                "1:Something would change.",
                "2:A change needs an answer, or there was an error."
            },
            exitCodeOnExecutionException = 2)
    static final class Plan implements Callable<Integer> {

        @Mixin
        private DatabaseOptions database;

        @Mixin
        private ModelOptions classes;

        @Spec
        private CommandSpec command;

        @Override
        public Integer call() {
            PrintWriter out = command.commandLine().getOut();
            SchemaPlan plan =
                    SchemaAdmin.at(database.url(), database.settings()).plan(classes.model());
            out.println(plan);
            out.flush();
            return plan.steps().isEmpty() ? 0 : 1;
        }
    }

    /** {@code espalier schema apply}: makes the changes. */
    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description =
                    "Makes the changes that 'plan' lists. Those that PostgreSQL makes by rewriting a table need that no other program uses the database."
                            + " With --indexes, changes the index level of the whole database; that needs no model.")
    static final class Apply implements Callable<Integer> {

        @Mixin
        private DatabaseOptions database;

        @Mixin
        private ModelOptions classes;

        @Option(
                names = "--indexes",
                paramLabel = "LEVEL",
                description = "The new index level: none, values, relations or both.")
        private @Nullable String indexes;

        @Spec
        private CommandSpec command;

        @Override
        public Integer call() {
            PrintWriter out = command.commandLine().getOut();
            IndexLevel level = indexes == null ? null : level(indexes);
            if (level == null || !classes.isEmpty()) {
                Model model = classes.model();
                out.println(SchemaAdmin.at(database.url(), database.settings()).plan(model));
                out.flush();
                try (MigrationLine progress = MigrationLine.on(out)) {
                    ClosedAtSignal.work(
                            () -> Database.open(
                                    database.url(),
                                    model,
                                    database.settings().schema(SchemaMode.APPLY).onMigration(progress)),
                            db -> 0);
                }
            }
            if (level != null) {
                ClosedAtSignal.work(() -> Database.openCatalog(database.url(), database.settings()), db -> {
                    SchemaAdmin.of(db).indexes(level);
                    return 0;
                });
            }
            out.println("done");
            out.flush();
            return 0;
        }

        private static IndexLevel level(String name) {
            return Stream.of(IndexLevel.values())
                    .filter(level -> level.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst()
                    .orElseThrow(() -> new UsageException(
                            "--indexes: found " + name + ", expected none, values, relations or both"));
        }
    }
}
