package dev.espalier.evolution;

import static dev.espalier.error.ErrorCode.BAD_MODEL;

import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.error.ModelException;
import dev.espalier.internal.Arguments;
import dev.espalier.internal.Insides;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A model as data: classes, records and enums with names and types as text, without Java classes. It comes from a {@link Model}, from the catalog of a
 * database, from a file, or is written by hand. {@link #toModel} makes a model of it, whose objects are {@link dev.espalier.Node}s. Immutable: each change returns
 * another draft.
 *
 * <pre>{@code
 * ModelDraft draft = ModelDraft.of(List.of(ClassDraft.of("Customer", AttributeDraft.of("name", "String"))), List.of(), List.of())
 *         .addClass(ClassDraft.of("Order"))
 *         .addAttribute("Order", AttributeDraft.of("due", "LocalDate"))
 *         .addRelation("Order", AttributeDraft.of("buyer", "Customer"));
 * try (Database db = Database.open(url, draft.toModel())) {
 *     db.store(db.nodes().newNode("Order").set("due", LocalDate.now()));
 * }
 * }</pre>
 *
 * <p>A change of a draft changes no database. Opening a database with {@link #toModel} adds there what is new. A part that was taken out of a draft stays
 * in the database with its values.
 */
public final class ModelDraft {

    private final Map<String, ClassDraft> classes = new LinkedHashMap<>();
    private final Map<String, RecordDraft> records = new LinkedHashMap<>();
    private final Map<String, EnumDraft> enums = new LinkedHashMap<>();
    private final List<ClassDraft> allClasses;
    private final List<RecordDraft> allRecords;
    private final List<EnumDraft> allEnums;

    private ModelDraft(Collection<ClassDraft> classes, Collection<RecordDraft> records, Collection<EnumDraft> enums) {
        allClasses = Arguments.copy("classes", classes, "a class");
        allRecords = Arguments.copy("records", records, "a record");
        allEnums = Arguments.copy("enums", enums, "an enum");
        allClasses.forEach(type -> this.classes.putIfAbsent(type.name(), type));
        allRecords.forEach(type -> this.records.putIfAbsent(type.name(), type));
        allEnums.forEach(type -> this.enums.putIfAbsent(type.name(), type));
    }

    /**
     * A mistake in a draft.
     *
     * @param place the class, record or enum, or one of its attributes as {@code Order.due}; empty for the draft as a whole
     * @param part what is wrong with it: {@code type}, {@code extends}, {@code inverse}, {@code part}, {@code index}, {@code unique}, {@code constants}, {@code was};
     *     empty for the place as a whole
     * @param message what was found and what is expected
     */
    public record Problem(String place, String part, String message) {

        /**
         * Makes a problem.
         *
         * @param place the class or attribute
         * @param part what is wrong with it
         * @param message what was found and what is expected
         */
        public Problem {
            Objects.requireNonNull(place);
            Objects.requireNonNull(part);
            Objects.requireNonNull(message);
        }

        /** Returns the place and the message. */
        @Override
        public String toString() {
            return place.isEmpty() ? message : place + ": " + message;
        }
    }

    /**
     * Returns a draft without any class.
     *
     * @return the draft
     */
    public static ModelDraft empty() {
        return new ModelDraft(List.of(), List.of(), List.of());
    }

    /**
     * Makes a draft. Nothing is checked; see {@link #problems}.
     *
     * @param classes its classes
     * @param records its records
     * @param enums its enums
     * @return the draft
     */
    public static ModelDraft of(
            Collection<ClassDraft> classes, Collection<RecordDraft> records, Collection<EnumDraft> enums) {
        return new ModelDraft(classes, records, enums);
    }

    /**
     * Returns a model as a draft.
     *
     * @param model of Java classes or not
     * @return the draft; its classes are in the order of their names
     */
    public static ModelDraft of(Model model) {
        return new DraftReader(Insides.of(Model.class, model, Schema.class).model()).read();
    }

    /**
     * Reads the model of a database from its catalog. Classes and attributes have the names that the database has for them. An attribute that was converted
     * to another type is left out, and the new one has its name.
     *
     * @param url of a JDBC driver; see {@link dev.espalier.Database#openCatalog(String, Settings)}
     * @param settings user, password and more
     * @return the draft; its classes are in the order of their names
     * @throws dev.espalier.error.ConnectionException if the database cannot be reached
     * @throws dev.espalier.error.SchemaException if no objects are stored there, or if the description of its classes is damaged; {@code renamed} if
     *     programs call an attribute by the name that the database has for another one
     */
    public static ModelDraft ofDatabase(String url, Settings settings) {
        return new DraftOfDatabase(url, settings).read();
    }

    /**
     * Returns the classes.
     *
     * @return in their order
     */
    public List<ClassDraft> classes() {
        return allClasses;
    }

    /**
     * Returns the records without identity.
     *
     * @return in their order
     */
    public List<RecordDraft> records() {
        return allRecords;
    }

    /**
     * Returns the enums.
     *
     * @return in their order
     */
    public List<EnumDraft> enums() {
        return allEnums;
    }

    /**
     * Checks the draft, and returns all of its mistakes.
     *
     * @return the mistakes; empty if there is none
     */
    public List<Problem> problems() {
        return new DraftModel(this).problems();
    }

    /**
     * Makes a model, whose objects are {@link dev.espalier.Node}s.
     *
     * @return the model
     * @throws ModelException {@code bad-model} with all mistakes; others if a class cannot be stored so
     */
    public Model toModel() {
        DraftModel made = new DraftModel(this);
        if (!made.problems().isEmpty()) {
            throw new ModelException(
                    BAD_MODEL, made.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
        return Insides.of(Schema.class, Schema.of(made.model()), Model.class);
    }

    // ---- adding and deleting

    /**
     * Adds all classes, records and enums of another draft.
     *
     * @param other whose names are not in this one
     * @return the changed draft
     * @throws ModelException {@code bad-model} if a name is there already
     */
    public ModelDraft addModel(ModelDraft other) {
        ModelDraft all = this;
        for (EnumDraft type : other.enums()) {
            all = all.addEnum(type);
        }
        for (RecordDraft type : other.records()) {
            all = all.addRecord(type);
        }
        for (ClassDraft type : other.classes()) {
            all = all.addClass(type);
        }
        return all;
    }

    /**
     * Deletes all classes, records and enums that another draft has, too.
     *
     * @param other whose classes are deleted
     * @return the changed draft
     */
    public ModelDraft deleteModel(ModelDraft other) {
        return new ModelDraft(
                allClasses.stream()
                        .filter(type -> !other.classes.containsKey(type.name()))
                        .toList(),
                allRecords.stream()
                        .filter(type -> !other.records.containsKey(type.name()))
                        .toList(),
                allEnums.stream()
                        .filter(type -> !other.enums.containsKey(type.name()))
                        .toList());
    }

    /**
     * Adds a class.
     *
     * @param type the class
     * @return the changed draft
     * @throws ModelException {@code bad-model} if its name is there already
     */
    public ModelDraft addClass(ClassDraft type) {
        return requireFree(type.name()).with(type);
    }

    /**
     * Deletes a class.
     *
     * @param name of a class to which no other refers
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is none, or if something refers to it
     */
    public ModelDraft deleteClass(String name) {
        require(classes, name, "class");
        requireUnused(
                name,
                allClasses.stream().filter(type -> !type.name().equals(name)).toList());
        return new ModelDraft(
                allClasses.stream().filter(type -> !type.name().equals(name)).toList(), allRecords, allEnums);
    }

    /**
     * Adds a record.
     *
     * @param type the record
     * @return the changed draft
     * @throws ModelException {@code bad-model} if its name is there already
     */
    public ModelDraft addRecord(RecordDraft type) {
        return requireFree(type.name()).with(type);
    }

    /**
     * Deletes a record.
     *
     * @param name of a record that is the type of no attribute
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is none, or if an attribute has it as its type
     */
    public ModelDraft deleteRecord(String name) {
        require(records, name, "record");
        requireUnused(name, allClasses);
        return new ModelDraft(
                allClasses,
                allRecords.stream().filter(type -> !type.name().equals(name)).toList(),
                allEnums);
    }

    /**
     * Adds a superclass to a class.
     *
     * @param className the class
     * @param superclass the name of a class that shall be above it
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is no such class, or if it has that superclass already
     */
    public ModelDraft addSuperclass(String className, String superclass) {
        ClassDraft type = require(classes, className, "class");
        require(classes, superclass, "class");
        if (type.superclasses().contains(superclass)) {
            throw refused(className + ": found the superclass " + superclass + " already; expected a new one");
        }
        return with(type.withSuperclasses(Stream.concat(type.superclasses().stream(), Stream.of(superclass))
                .toList()));
    }

    /**
     * Deletes a superclass from a class. The class has the superclass's attributes no longer.
     *
     * @param className the class
     * @param superclass the name of a class that is directly above it
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is no such class, or if it has no such superclass
     */
    public ModelDraft deleteSuperclass(String className, String superclass) {
        ClassDraft type = require(classes, className, "class");
        if (!type.superclasses().contains(superclass)) {
            throw refused(
                    className + ": found no superclass " + superclass + "; expected one of " + type.superclasses());
        }
        return with(type.withSuperclasses(type.superclasses().stream()
                .filter(name -> !name.equals(superclass))
                .toList()));
    }

    /**
     * Adds an attribute of any type to a class, or a component to a record.
     *
     * @param owner the name of the class or record
     * @param attribute the attribute
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is no such class, or if it has that attribute already
     */
    public ModelDraft addAttribute(String owner, AttributeDraft attribute) {
        List<AttributeDraft> before = attributes(owner);
        if (before.stream().anyMatch(other -> other.name().equals(attribute.name()))) {
            throw refused(owner + "." + attribute.name() + ": found the attribute already; expected a new name");
        }
        return withAttributes(
                owner, Stream.concat(before.stream(), Stream.of(attribute)).toList());
    }

    /**
     * Deletes an attribute from a class, or a component from a record. Its values stay in the database.
     *
     * @param owner the name of the class or record
     * @param name the name of the attribute
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is none
     */
    public ModelDraft deleteAttribute(String owner, String name) {
        find(owner, name);
        return withAttributes(
                owner,
                attributes(owner).stream()
                        .filter(attribute -> !attribute.name().equals(name))
                        .toList());
    }

    /**
     * Adds a relation to a class: a reference or a collection of references.
     *
     * @param owner the name of the class or record
     * @param relation the attribute
     * @return the changed draft
     * @throws ModelException {@code bad-model} if its type refers to no class; as {@link #addAttribute}
     */
    public ModelDraft addRelation(String owner, AttributeDraft relation) {
        attributes(owner);
        if (!refers(relation)) {
            throw refused(owner + "." + relation.name() + ": found the type " + relation.type()
                    + "; expected a class of the model, or a collection of its objects: "
                    + NameList.of(classes.keySet()));
        }
        return addAttribute(owner, relation);
    }

    /**
     * Deletes a relation from a class. Its references stay in the database.
     *
     * @param owner the name of the class or record
     * @param name the name of the reference or of the collection of references
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is none
     */
    public ModelDraft deleteRelation(String owner, String name) {
        requireRelation(owner, find(owner, name), true);
        return deleteAttribute(owner, name);
    }

    /**
     * Adds an enum.
     *
     * @param type the enum
     * @return the changed draft
     * @throws ModelException {@code bad-model} if its name is there already
     */
    public ModelDraft addEnum(EnumDraft type) {
        return requireFree(type.name()).withEnum(type);
    }

    /**
     * Adds a constant at the end of an enum. The enum is added if there is none.
     *
     * @param enumName the name of the enum
     * @param constant the name of the constant
     * @param formerName the name that it had before; null for a new constant
     * @return the changed draft
     * @throws ModelException {@code bad-model} if the enum has it already, or if another type has the enum's name
     */
    public ModelDraft addConstant(String enumName, String constant, @Nullable String formerName) {
        EnumDraft type = enums.get(enumName);
        if (type == null) {
            requireFree(enumName);
            type = EnumDraft.of(enumName);
        }
        if (type.constants().contains(constant)) {
            throw refused(enumName + ": found the constant " + constant + " already; expected a new one");
        }
        List<String> constants = new ArrayList<>(type.constants());
        Map<String, String> formerNames = new LinkedHashMap<>(type.formerNames());
        if (formerName != null) {
            int at = constants.indexOf(formerName);
            constants.remove(formerName);
            constants.add(at < 0 ? constants.size() : at, constant);
            formerNames.put(
                    constant, formerNames.containsKey(formerName) ? formerNames.remove(formerName) : formerName);
        } else {
            constants.add(constant);
        }
        return withEnum(new EnumDraft(enumName, type.javaName(), constants, formerNames));
    }

    /**
     * Deletes a constant from an enum. Objects that hold it keep it in the database, and cannot be read by a program without it.
     *
     * @param enumName the name of the enum
     * @param constant the name of the constant
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is none
     */
    public ModelDraft deleteConstant(String enumName, String constant) {
        EnumDraft type = require(enums, enumName, "enum");
        if (!type.constants().contains(constant)) {
            throw refused(enumName + ": found no constant " + constant + "; expected one of " + type.constants());
        }
        Map<String, String> formerNames = new LinkedHashMap<>(type.formerNames());
        formerNames.remove(constant);
        return withEnum(new EnumDraft(
                enumName,
                type.javaName(),
                type.constants().stream()
                        .filter(other -> !other.equals(constant))
                        .toList(),
                formerNames));
    }

    /**
     * Adds an index to an attribute with values.
     *
     * @param owner the name of the class or record
     * @param name the name of the attribute
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is no such attribute, or if it has an index already
     */
    public ModelDraft addValueIndex(String owner, String name) {
        requireRelation(owner, find(owner, name), false);
        return addIndex(owner, name, AttributeDraft::withIndex);
    }

    /**
     * Adds a unique index to an attribute with values: no two objects may have the same value.
     *
     * @param owner the name of the class or record
     * @param name the name of the attribute
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is no such attribute, or if it has a index already
     */
    public ModelDraft addUniqueValueIndex(String owner, String name) {
        requireRelation(owner, find(owner, name), false);
        return addIndex(owner, name, AttributeDraft::withUnique);
    }

    /**
     * Deletes the index of an attribute with values.
     *
     * @param owner the name of the class or record
     * @param name the name of the attribute
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is none
     */
    public ModelDraft deleteValueIndex(String owner, String name) {
        requireRelation(owner, find(owner, name), false);
        return deleteIndex(owner, name);
    }

    /**
     * Adds an index to a relation.
     *
     * @param owner the name of the class or record
     * @param name the name of the reference or collection
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is no such relation, or if it has an index already
     */
    public ModelDraft addRelationIndex(String owner, String name) {
        requireRelation(owner, find(owner, name), true);
        return addIndex(owner, name, AttributeDraft::withIndex);
    }

    /**
     * Adds a unique index to a relation: no two objects may refer to the same object.
     *
     * @param owner the name of the class or record
     * @param name the name of the reference or collection
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is no such relation, or if it has a index already
     */
    public ModelDraft addUniqueRelationIndex(String owner, String name) {
        requireRelation(owner, find(owner, name), true);
        return addIndex(owner, name, AttributeDraft::withUnique);
    }

    /**
     * Deletes the index of a relation.
     *
     * @param owner the name of the class or record
     * @param name the name of the reference or collection
     * @return the changed draft
     * @throws ModelException {@code bad-model} if there is none
     */
    public ModelDraft deleteRelationIndex(String owner, String name) {
        requireRelation(owner, find(owner, name), true);
        return deleteIndex(owner, name);
    }

    private ModelDraft addIndex(String owner, String name, UnaryOperator<AttributeDraft> index) {
        AttributeDraft before = find(owner, name);
        if (hasIndex(before)) {
            throw refused(owner + "." + name + ": found the index already; expected none");
        }
        return replaced(owner, before, index.apply(before));
    }

    private ModelDraft deleteIndex(String owner, String name) {
        AttributeDraft before = find(owner, name);
        if (!hasIndex(before)) {
            throw refused(owner + "." + name + ": found no index; expected one");
        }
        return replaced(owner, before, before.withoutIndex());
    }

    private static boolean hasIndex(AttributeDraft attribute) {
        return attribute.index() || attribute.unique();
    }

    private ModelDraft replaced(String owner, AttributeDraft before, AttributeDraft after) {
        return withAttributes(
                owner,
                attributes(owner).stream()
                        .map(attribute -> attribute == before ? after : attribute)
                        .toList());
    }

    // ---- parts

    private ModelDraft with(ClassDraft type) {
        return new ModelDraft(replaced(classes, type.name(), type), allRecords, allEnums);
    }

    private ModelDraft with(RecordDraft type) {
        return new ModelDraft(allClasses, replaced(records, type.name(), type), allEnums);
    }

    private ModelDraft withEnum(EnumDraft type) {
        return new ModelDraft(allClasses, allRecords, replaced(enums, type.name(), type));
    }

    private static <T> Collection<T> replaced(Map<String, T> before, String name, T type) {
        Map<String, T> after = new LinkedHashMap<>(before);
        after.put(name, type);
        return after.values();
    }

    private List<AttributeDraft> attributes(String owner) {
        RecordDraft type = records.get(owner);
        return type == null ? require(classes, owner, "class").attributes() : type.components();
    }

    private ModelDraft withAttributes(String owner, List<AttributeDraft> attributes) {
        RecordDraft type = records.get(owner);
        return type == null
                ? with(require(classes, owner, "class").withAttributes(attributes))
                : with(type.withComponents(attributes));
    }

    private AttributeDraft find(String owner, String name) {
        List<AttributeDraft> all = attributes(owner);
        return all.stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst()
                .orElseThrow(() -> refused(owner + ": found no attribute " + name + " of its own" + "; expected one of "
                        + all.stream().map(AttributeDraft::name).toList()));
    }

    /** Whether the type of an attribute leads to a class. */
    private boolean refers(AttributeDraft attribute) {
        return names(attribute).stream().anyMatch(classes::containsKey);
    }

    private void requireRelation(String owner, AttributeDraft attribute, boolean wanted) {
        if (refers(attribute) != wanted) {
            throw refused(owner + "." + attribute.name() + ": found the type " + attribute.type() + "; expected "
                    + (wanted
                            ? "a class, or a collection of objects"
                            : "values; for references use the commands for relations"));
        }
    }

    private static List<String> names(AttributeDraft attribute) {
        try {
            return names(DraftType.parse(attribute.type()));
        } catch (IllegalArgumentException e) {
            return List.of(); // reported by problems()
        }
    }

    private static List<String> names(DraftType type) {
        return Stream.concat(
                        Stream.of(type.name()), type.arguments().stream().flatMap(argument -> names(argument).stream()))
                .toList();
    }

    private ModelDraft requireFree(String name) {
        if (classes.containsKey(name) || records.containsKey(name) || enums.containsKey(name)) {
            throw refused(name + ": found the name already; expected a new one");
        }
        return this;
    }

    /** That nothing refers to a class or a record. */
    private void requireUnused(String name, List<ClassDraft> others) {
        List<String> users = new ArrayList<>();
        others.stream()
                .filter(type -> type.superclasses().contains(name))
                .forEach(type -> users.add(type.name() + " extends it"));
        others.forEach(type -> type.attributes().stream()
                .filter(attribute -> names(attribute).contains(name))
                .forEach(attribute -> users.add(type.name() + "." + attribute.name() + " refers to it")));
        allRecords.stream()
                .filter(type -> !type.name().equals(name))
                .forEach(type -> type.components().stream()
                        .filter(attribute -> names(attribute).contains(name))
                        .forEach(attribute -> users.add(type.name() + "." + attribute.name() + " refers to it")));
        if (!users.isEmpty()) {
            throw refused(
                    name + ": found that it is used: " + NameList.of(users) + "; expected none. Delete these first");
        }
    }

    private static <T> T require(Map<String, T> all, String name, String kind) {
        T found = all.get(name);
        if (found == null) {
            throw refused("found no " + kind + " " + name + "; expected one of "
                    + (all.isEmpty() ? "none" : NameList.of(all.keySet())));
        }
        return found;
    }

    private static ModelException refused(String message) {
        return new ModelException(BAD_MODEL, message);
    }

    /** Returns whether another draft has the same classes, records and enums in the same order. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ModelDraft draft
                && draft.allClasses.equals(allClasses)
                && draft.allRecords.equals(allRecords)
                && draft.allEnums.equals(allEnums);
    }

    @Override
    public int hashCode() {
        return Objects.hash(allClasses, allRecords, allEnums);
    }

    /** Returns the names of the classes. */
    @Override
    public String toString() {
        return "ModelDraft" + classes.keySet();
    }
}
