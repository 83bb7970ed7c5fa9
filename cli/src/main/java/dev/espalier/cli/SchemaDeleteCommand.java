package dev.espalier.cli;

import dev.espalier.cli.SchemaAddCommand.Place;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.yaml.YamlModel;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier schema delete}: takes parts out of a model file. A database keeps them. */
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {
            SchemaDeleteCommand.OfModel.class,
            SchemaDeleteCommand.OfClass.class,
            SchemaDeleteCommand.OfSuperclass.class,
            SchemaDeleteCommand.OfAttribute.class,
            SchemaDeleteCommand.OfRelation.class,
            SchemaDeleteCommand.OfConstant.class,
            SchemaDeleteCommand.OfValueIndex.class,
            SchemaDeleteCommand.OfRelationIndex.class
        },
        description =
                "Takes a part out of a model file. A database keeps the values until 'espalier schema finish' drops them.")
final class SchemaDeleteCommand implements Runnable {

    @Spec
    private CommandSpec command;

    @Override
    public void run() {
        command.commandLine().usage(command.commandLine().getOut());
    }

    /** All classes of another model file. */
    @Command(
            name = "model",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Deletes all classes, records and enums of another model file.")
    static final class OfModel implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "OTHER", description = "The model file whose classes are deleted.")
        private Path other;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            ModelDraft deleted = YamlModel.readDraft(other);
            return edit.delete(draft -> draft.deleteModel(deleted));
        }
    }

    /** A class or a record. */
    @Command(
            name = "class",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Deletes a class or a record to which nothing refers.")
    static final class OfClass implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "NAME", description = "The name of the class.")
        private String name;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            return edit.delete(draft ->
                    draft.records().stream().anyMatch(type -> type.name().equals(name))
                            ? draft.deleteRecord(name)
                            : draft.deleteClass(name));
        }
    }

    /** A superclass of a class. */
    @Command(
            name = "superclass",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Deletes a superclass from a class.")
    static final class OfSuperclass implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "CLASS", description = "The class.")
        private String type;

        @Parameters(index = "1", paramLabel = "SUPERCLASS", description = "The class directly above it.")
        private String superclass;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            return edit.delete(draft -> draft.deleteSuperclass(type, superclass));
        }
    }

    /** An attribute. */
    @Command(
            name = "attribute",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Deletes an attribute from a class or a record.")
    static final class OfAttribute implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "CLASS.NAME", description = "The class or record, and the attribute.")
        private String place;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            Place at = Place.of(place, "Order.due");
            return edit.delete(draft -> draft.deleteAttribute(at.owner(), at.name()));
        }
    }

    /** A relation. */
    @Command(
            name = "relation",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Deletes a reference, or a collection of references.")
    static final class OfRelation implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "CLASS.NAME", description = "The class or record, and the relation.")
        private String place;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            Place at = Place.of(place, "Order.buyer");
            return edit.delete(draft -> draft.deleteRelation(at.owner(), at.name()));
        }
    }

    /** A constant of an enum. */
    @Command(
            name = "constant",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Deletes a constant from an enum.")
    static final class OfConstant implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "ENUM.CONSTANT", description = "The enum and the constant.")
        private String place;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            Place at = Place.of(place, "Status.SENT");
            return edit.delete(draft -> draft.deleteConstant(at.owner(), at.name()));
        }
    }

    /** The index of an attribute with values. */
    @Command(
            name = "value-index",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Deletes the index of an attribute with values.")
    static final class OfValueIndex implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "CLASS.NAME", description = "The class or record, and the attribute.")
        private String place;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            Place at = Place.of(place, "Order.due");
            return edit.delete(draft -> draft.deleteValueIndex(at.owner(), at.name()));
        }
    }

    /** The index of a relation. */
    @Command(
            name = "relation-index",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Deletes the index of a relation.")
    static final class OfRelationIndex implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "CLASS.NAME", description = "The class or record, and the relation.")
        private String place;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            Place at = Place.of(place, "Order.buyer");
            return edit.delete(draft -> draft.deleteRelationIndex(at.owner(), at.name()));
        }
    }
}
