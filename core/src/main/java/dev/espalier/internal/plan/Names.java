package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.AMBIGUOUS_CLASS;
import static dev.espalier.error.ErrorCode.AMBIGUOUS_FIELD;
import static dev.espalier.error.ErrorCode.UNKNOWN_CLASS;
import static dev.espalier.error.ErrorCode.UNKNOWN_FIELD;
import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.rql.Nearest;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Quoted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Resolves the names in a query. */
final class Names {

    private final ObjectModel model;
    private final QueryErrors mistakes;

    Names(ObjectModel model, QueryErrors mistakes) {
        this.model = model;
        this.mistakes = mistakes;
    }

    /** Finds a class by its simple name if that is unique, else by its canonical name. */
    PersistentClass type(Path.ClassName name) {
        String wanted = name.name();
        List<PersistentClass> found = new ArrayList<>();
        for (PersistentClass type : model.classes()) {
            if (type.isCalled(wanted)) {
                return type;
            }
            if (wanted.equals(type.simpleName())) {
                found.add(type);
            }
        }
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.size() > 1) {
            throw mistakes.at(
                    name.position(),
                    AMBIGUOUS_CLASS,
                    found.size() + " classes are called " + wanted + "; expected one of "
                            + NameList.of(found.stream()
                                    .map(PersistentClass::fullName)
                                    .collect(Collectors.toList())));
        }
        List<String> known = model.classes().stream().map(PersistentClass::name).collect(Collectors.toList());
        throw mistakes.at(
                name.position(),
                UNKNOWN_CLASS,
                "the model has no class " + Quoted.of(wanted) + "; it has: "
                        + NameList.of(nearestFirst(wanted, known)));
    }

    /** Returns the common superclasses of two classes, the most specific first. */
    Stream<PersistentClass> above(PersistentClass a, PersistentClass b) {
        return model.classes().stream()
                .filter(type -> a.isSubclassOf(type) && b.isSubclassOf(type))
                .sorted(Comparator.comparing(type -> type.concreteClasses().size()));
    }

    /** Finds a component of an embedded record. */
    Attribute component(EmbeddedType record, String name, int position) {
        List<Attribute> components = record.components();
        return components.stream()
                .filter(component -> component.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknownField(position, record.name(), name, names(components), ""));
    }

    /**
     * Refuses a name that is neither a field nor the id, in the place of a value.
     *
     * @param scope the fields that could be meant
     */
    void requireField(Scope scope, String name, int position) {
        String advice = "; a value that is no number stands in quotes: " + Quoted.of(name);
        EmbeddedType record = scope.record();
        if (record != null) {
            List<String> known = names(record.components());
            if (!known.contains(name)) {
                throw unknownField(position, record.name(), name, known, advice);
            }
        } else if (scope.row() instanceof FieldRef.Row.Objects objects) {
            PersistentClass type = objects.type();
            List<String> known = fieldNames(type);
            if (!known.contains(name) && !name.equals("id")) {
                refuseVersion(type, name, position);
                throw unknownField(position, type.name(), name, known, advice);
            }
        }
    }

    /**
     * Finds a field of a class, or of its subclasses if the class itself has none of that name. Empty for the id.
     *
     * @param chosen says how a query asks for the field of one of the subclasses
     */
    Optional<Attribute> field(
            PersistentClass type, String name, int position, Function<PersistentClass, String> chosen) {
        if (name.equals("id")) {
            return Optional.empty();
        }
        Attribute own = type.attribute(name);
        if (own != null) {
            return Optional.of(own);
        }
        List<PersistentClass> having = type.concreteClasses().stream()
                .filter(sub -> sub.attribute(name) != null)
                .toList();
        if (having.isEmpty()) {
            refuseVersion(type, name, position);
            throw unknownField(position, type.name(), name, fieldNames(type), "");
        }
        Attribute first = requireNonNull(having.get(0).attribute(name));
        for (PersistentClass other : having) {
            if (!alike(first, requireNonNull(other.attribute(name)))) {
                throw mistakes.at(
                        position,
                        AMBIGUOUS_FIELD,
                        having.get(0) + " and " + other + " have different fields '" + name + "'; expected "
                                + chosen.apply(other));
            }
        }
        return Optional.of(first);
    }

    private void refuseVersion(PersistentClass type, String name, int position) {
        VersionAccess version = type.version();
        if (version != null && version.name().equals(name)) {
            throw mistakes.at(
                    position,
                    UNKNOWN_FIELD,
                    type + "." + name
                            + " is the version, which no query asks for; expected Database.versionOf of an object");
        }
    }

    /** Records of one generic class are not alike if their type arguments differ. */
    private static boolean areAlike(EmbeddedType a, EmbeddedType b) {
        if (a == b) {
            return true;
        }
        if (!a.isOfSameClassAs(b) || a.components().size() != b.components().size()) {
            return false;
        }
        return IntStream.range(0, a.components().size())
                .allMatch(i -> alike(a.components().get(i), b.components().get(i)));
    }

    /** Returns whether fields of sibling classes have the same type, so that a path can use both. */
    private static boolean alike(Attribute a, Attribute b) {
        if (a instanceof ValueAttribute left && b instanceof ValueAttribute right) {
            return left.type().isSameAs(right.type());
        }
        if (a instanceof ReferenceAttribute left && b instanceof ReferenceAttribute right) {
            return left.target() == right.target();
        }
        if (a instanceof EmbeddedAttribute left && b instanceof EmbeddedAttribute right) {
            return areAlike(left.type(), right.type());
        }
        return a instanceof CollectionAttribute left
                && b instanceof CollectionAttribute right
                && left.declaringClass() == right.declaringClass();
    }

    private RuntimeException unknownField(
            int position, String owner, String name, Collection<String> known, String advice) {
        return mistakes.at(
                position,
                UNKNOWN_FIELD,
                owner + " has no field " + Quoted.of(name) + "; it has: " + NameList.of(nearestFirst(name, known))
                        + (name.equalsIgnoreCase("where")
                                ? "; leave WHERE out: a query begins with its first condition"
                                : "")
                        + advice);
    }

    private static List<String> fieldNames(PersistentClass type) {
        List<String> names = names(type.attributes());
        for (PersistentClass sub : type.concreteClasses()) {
            names(sub.attributes()).stream()
                    .filter(name -> !names.contains(name))
                    .forEach(names::add);
        }
        return names;
    }

    private static List<String> names(Collection<Attribute> attributes) {
        return attributes.stream().map(Attribute::name).collect(Collectors.toList());
    }

    /** Sorts names by their similarity to a misspelt one. */
    private static List<String> nearestFirst(String name, Collection<String> known) {
        List<String> sorted = new ArrayList<>(known);
        Nearest.to(name, known).ifPresent(near -> {
            sorted.remove(near);
            sorted.add(0, near);
        });
        return sorted;
    }
}
