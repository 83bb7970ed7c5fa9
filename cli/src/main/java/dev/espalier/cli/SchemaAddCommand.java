package dev.espalier.cli;

import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import dev.espalier.yaml.YamlModel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier schema add}: adds to a model file, to a database, or to both. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {
            SchemaAddCommand.OfModel.class,
            SchemaAddCommand.OfClass.class,
            SchemaAddCommand.OfSuperclass.class,
            SchemaAddCommand.OfAttribute.class,
            SchemaAddCommand.OfRelation.class,
            SchemaAddCommand.OfConstant.class,
            SchemaAddCommand.OfValueIndex.class,
            SchemaAddCommand.OfRelationIndex.class
        },
        description = "Adds a part to a model file, to a database, or to both.")
final class SchemaAddCommand implements Runnable {

    @Spec
    private CommandSpec command;

    @Override
    public void run() {
        command.commandLine().usage(command.commandLine().getOut());
    }

    /** A place such as {@code Order.due}. */
    record Place(String owner, String name) {

        static Place of(String text, String example) {
            int dot = text.lastIndexOf('.');
            if (dot <= 0 || dot == text.length() - 1) {
                throw new UsageException("found '" + text + "', expected a name such as " + example);
            }
            return new Place(text.substring(0, dot), text.substring(dot + 1));
        }
    }

    private static String javaName(ModelDraft draft, String name) {
        String inPackage = YamlModel.packageOf(draft);
        return inPackage.isEmpty() || name.indexOf('.') >= 0 ? name : inPackage + "." + name;
    }

    /** Removes the former attribute if this one was renamed. */
    private static ModelDraft withoutFormer(ModelDraft draft, Place place, @Nullable List<String> was) {
        ModelDraft left = draft;
        for (String name : was == null ? List.<String>of() : was) {
            boolean isThere = left.classes().stream()
                            .anyMatch(type -> type.name().equals(place.owner())
                                    && type.attributes().stream()
                                            .anyMatch(a -> a.name().equals(name)))
                    || left.records().stream()
                            .anyMatch(type -> type.name().equals(place.owner())
                                    && type.components().stream()
                                            .anyMatch(a -> a.name().equals(name)));
            left = isThere ? left.deleteAttribute(place.owner(), name) : left;
        }
        return left;
    }

    /** All classes of another model file. */
    @Command(
            name = "model",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Adds all classes of a model file; makes the database if there is none.")
    static final class OfModel implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "OTHER", description = "The model file whose classes are added.")
        private Path other;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            ModelDraft added = YamlModel.readDraft(other);
            return edit.add(draft -> draft.addModel(added));
        }
    }

    /** A class or a record. */
    @Command(
            name = "class",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Adds a class, or a record without identity.")
    static final class OfClass implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "NAME", description = "The name of the class, such as Order.")
        private String name;

        @Option(names = "--extends", paramLabel = "CLASS", split = ",", description = "Its superclasses.")
        private List<String> superclasses = List.of();

        @Option(names = "--abstract", description = "It has no objects of its own.")
        private boolean isAbstract;

        @Option(
                names = "--record",
                description = "It is a record without identity, which is kept in its owner's columns.")
        private boolean isRecord;

        @Option(names = "--was", paramLabel = "NAME", description = "Its former name.")
        private @Nullable List<String> was;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            if (isRecord && (isAbstract || !superclasses.isEmpty() || was != null)) {
                throw new UsageException("--record: found it with "
                        + (isAbstract ? "--abstract" : was != null ? "--was" : "--extends") + ", expected it alone");
            }
            return edit.add(draft -> isRecord
                    ? draft.addRecord(RecordDraft.of(name))
                    : draft.addClass(new ClassDraft(
                            name, List.of(javaName(draft, name)), isAbstract, superclasses, was, List.of())));
        }
    }

    /** A superclass of a class. */
    @Command(
            name = "superclass",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Adds a superclass to a class.")
    static final class OfSuperclass implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "CLASS", description = "The class.")
        private String type;

        @Parameters(index = "1", paramLabel = "SUPERCLASS", description = "The class that shall be above it.")
        private String superclass;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            return edit.add(draft -> draft.addSuperclass(type, superclass));
        }
    }

    /** The name, the type and the options of an attribute. */
    static final class AttributeOptions {

        @Parameters(
                index = "0",
                paramLabel = "CLASS.NAME",
                description = "The class or record, and the name of the attribute.")
        private String place;

        @Parameters(
                index = "1",
                paramLabel = "TYPE",
                description = "As Java spells it: int, LocalDate, Customer, List<Line>, Map<String, Integer>.")
        private String type;

        @Option(
                names = "--was",
                paramLabel = "NAME",
                description = "Its former name: it is renamed, and keeps its values.")
        private @Nullable List<String> was;

        @Option(names = "--new", description = "It is new, though one of the same type is gone.")
        private boolean isNew;

        @Option(names = "--index", description = "It has an index at every index level.")
        private boolean index;

        @Option(names = "--unique", description = "No two objects have the same value.")
        private boolean unique;

        Place place() {
            return Place.of(place, "Order.due");
        }

        ModelDraft left(ModelDraft draft) {
            return withoutFormer(draft, place(), was);
        }

        AttributeDraft attribute() {
            if (isNew && was != null) {
                throw new UsageException("--new: found it with --was, expected one of them");
            }
            return new AttributeDraft(place().name(), type, index, unique, null, false, isNew ? List.of() : was);
        }
    }

    /** An attribute of any type. */
    @Command(
            name = "attribute",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Adds an attribute to a class or a record.")
    static final class OfAttribute implements Callable<Integer> {

        @Mixin
        private AttributeOptions attribute;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            return edit.add(draft ->
                    attribute.left(draft).addAttribute(attribute.place().owner(), attribute.attribute()));
        }
    }

    /** A reference or a collection of references. */
    @Command(
            name = "relation",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Adds a reference, or a collection of references, to a class.")
    static final class OfRelation implements Callable<Integer> {

        @Mixin
        private AttributeOptions attribute;

        @Option(
                names = "--inverse",
                paramLabel = "REFERENCE",
                description = "The members' reference of which the collection is the other side.")
        private @Nullable String inverse;

        @Option(names = "--part", description = "Its objects are parts of the object that has it.")
        private boolean part;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            AttributeDraft relation = attribute.attribute().withInverse(inverse);
            return edit.add(draft -> attribute
                    .left(draft)
                    .addRelation(attribute.place().owner(), part ? relation.withParts() : relation));
        }
    }

    /** A constant of an enum. */
    @Command(
            name = "constant",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Adds a constant at the end of an enum; adds the enum if there is none.")
    static final class OfConstant implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "ENUM.CONSTANT", description = "The enum and the constant.")
        private String place;

        @Option(
                names = "--was",
                paramLabel = "CONSTANT",
                description = "The former name of the constant, which it replaces.")
        private @Nullable String was;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            Place at = Place.of(place, "Status.SENT");
            return edit.add(draft -> {
                boolean isNew =
                        draft.enums().stream().noneMatch(type -> type.name().equals(at.owner()));
                ModelDraft with = isNew
                        ? draft.addEnum(
                                new EnumDraft(at.owner(), javaName(draft, at.owner()), List.of(), java.util.Map.of()))
                        : draft;
                return with.addConstant(at.owner(), at.name(), was);
            });
        }
    }

    /** The index of an attribute with values. */
    @Command(
            name = "value-index",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Adds an index to an attribute with values.")
    static final class OfValueIndex implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "CLASS.NAME", description = "The class or record, and the attribute.")
        private String place;

        @Option(names = "--unique", description = "No two objects have the same value.")
        private boolean unique;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            Place at = Place.of(place, "Order.due");
            return edit.add(draft -> unique
                    ? draft.addUniqueValueIndex(at.owner(), at.name())
                    : draft.addValueIndex(at.owner(), at.name()));
        }
    }

    /** The index of a reference or of a collection. */
    @Command(
            name = "relation-index",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            exitCodeOnExecutionException = 2,
            description = "Adds an index to a relation.")
    static final class OfRelationIndex implements Callable<Integer> {

        @Parameters(index = "0", paramLabel = "CLASS.NAME", description = "The class or record, and the relation.")
        private String place;

        @Option(names = "--unique", description = "No two objects refer to the same object.")
        private boolean unique;

        @Mixin
        private EditOptions edit;

        @Override
        public Integer call() {
            Place at = Place.of(place, "Order.buyer");
            return edit.add(draft -> unique
                    ? draft.addUniqueRelationIndex(at.owner(), at.name())
                    : draft.addRelationIndex(at.owner(), at.name()));
        }
    }
}
