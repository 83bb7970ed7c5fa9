package dev.espalier.processor;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Reads the steps from each class of the model. */
final class MetamodelReader {

    private static final String ORDERED = "dev.espalier.typed.OrderedPath";

    /** The methods without parameters that every path has; a field of such a name gets an underscore. */
    private static final Set<String> TAKEN = Set.of(
            "isNull",
            "isNotNull",
            "isEmpty",
            "isNotEmpty",
            "plus",
            "star",
            "getClass",
            "hashCode",
            "toString",
            "notify",
            "notifyAll",
            "wait",
            "clone",
            "finalize");

    /** A field that refers to objects: the way back leads along it. */
    private record Relation(TypeElement owner, String field, TypeElement target) {}

    private final JavaTypes types;
    private final ModelScan scan;
    private final MetamodelNames names;
    private final Problems problems;
    private final List<Relation> relations = new ArrayList<>();

    MetamodelReader(JavaTypes types, ModelScan scan, MetamodelNames names, Problems problems) {
        this.types = types;
        this.scan = scan;
        this.names = names;
        this.problems = problems;
        scan.persistent().forEach(type -> forEachField(type, (field, held) -> addRelation(type, field, held)));
    }

    /** Returns the steps from a class, or from an embedded record. */
    Metamodel read(TypeElement type) {
        String here = types.packageOf(type);
        if (scan.isEmbedded(type)) {
            return new Reading(type, MetamodelNames.of(type), here, List.of(type)).record((DeclaredType) type.asType());
        }
        return new Reading(type, MetamodelNames.of(type), here, List.of()).object();
    }

    // ---- fields of objects

    private interface FieldVisitor {
        void field(VariableElement field, TypeMirror held);
    }

    /** The fields of a class but its id, inherited ones first. */
    private void forEachField(TypeElement type, FieldVisitor visitor) {
        boolean isAbstract = isAbstract(type);
        for (DeclaredType level : types.lineage((DeclaredType) type.asType())) {
            for (VariableElement field : types.keptFields(JavaTypes.element(level))) {
                TypeMirror held = types.held(level, field);
                if (!name(field).equals("id") && (!isAbstract || types.isSettled(held))) {
                    visitor.field(field, held);
                }
            }
        }
    }

    /** Returns whether a class counts as abstract: so does a generic class that is only a superclass, because the fields of its own objects are unknown. */
    private boolean isAbstract(TypeElement type) {
        return type.getModifiers().contains(Modifier.ABSTRACT)
                || !scan.isReferred(type)
                        && types.lineage((DeclaredType) type.asType()).stream()
                                .anyMatch(level -> types.keptFields(JavaTypes.element(level)).stream()
                                        .anyMatch(field -> !types.isSettled(types.held(level, field))));
    }

    private void addRelation(TypeElement type, VariableElement field, TypeMirror held) {
        Kind kind = types.kind(held);
        kind = kind instanceof Kind.Maybe maybe
                ? types.kind(maybe.content())
                : kind instanceof Kind.Many many ? types.kind(many.element()) : kind;
        if (kind instanceof Kind.Structure structure
                && scan.isPersistent(structure.element())
                && declaring(type, field).equals(type)) {
            relations.add(new Relation(type, name(field), structure.element()));
        }
    }

    /** Returns the topmost class with a known type of the field and a generated class, from the field's own down to this one. */
    private TypeElement declaring(TypeElement type, VariableElement field) {
        for (DeclaredType level : types.lineage((DeclaredType) type.asType())) {
            TypeElement above = JavaTypes.element(level);
            boolean has = types.lineage((DeclaredType) above.asType()).stream()
                    .filter(declared -> JavaTypes.element(declared).equals(JavaTypes.around(field)))
                    .anyMatch(declared -> types.isSettled(types.held(declared, field)));
            if (has && names.isToBeWritten(above)) {
                return above;
            }
        }
        return type;
    }

    private static String name(VariableElement field) {
        return field.getSimpleName().toString();
    }

    /** Collects the steps from one class. */
    private final class Reading {

        private final TypeElement type;
        private final String metamodel;
        private final String here;
        /** The records that are being read, each in the one before. */
        private final List<TypeElement> open;

        private final List<Metamodel.Step> steps = new ArrayList<>();
        private final List<Metamodel> nested = new ArrayList<>();
        private final Set<String> methods = new HashSet<>(TAKEN);
        private final Set<String> nestedNames = new HashSet<>();

        /** @param metamodel the canonical name of the generated class */
        Reading(TypeElement type, String metamodel, String here, List<TypeElement> open) {
            this.type = type;
            this.metamodel = metamodel;
            this.here = here;
            this.open = open;
            nestedNames.add(simpleName());
            type.getEnclosedElements().forEach(member -> nestedNames.add(member.getSimpleName() + "_"));
        }

        private String simpleName() {
            return metamodel.substring(metamodel.lastIndexOf('.') + 1);
        }

        Metamodel object() {
            add("id", "id", ORDERED, "java.lang.Number", "field(\"id\")", true);
            forEachField(type, (field, held) -> field(field, held, false));
            narrowings();
            inverses();
            return new Metamodel(
                    simpleName(), type.getQualifiedName().toString(), types.isPublic(type), true, steps, nested);
        }

        Metamodel record(DeclaredType record) {
            types.keptFields(type).forEach(field -> field(field, types.held(record, field), true));
            return new Metamodel(
                    simpleName(), type.getQualifiedName().toString(), types.isPublic(type), false, steps, nested);
        }

        private void add(String wanted, String rql, String path, @Nullable String value, String route, boolean starts) {
            String method = wanted;
            while (!methods.add(method)) {
                method += "_";
            }
            steps.add(new Metamodel.Step(method, rql, path, value, route, starts));
        }

        // ---- forwards

        private void field(VariableElement field, TypeMirror held, boolean isComponent) {
            Kind kind = types.kind(held);
            if (kind instanceof Kind.Maybe maybe) {
                kind = types.kind(maybe.content());
                if (kind instanceof Kind.Maybe || kind instanceof Kind.Many) {
                    kind = new Kind.Refused(
                            "an Optional can hold a value, a record or an object; use the collection alone");
                }
            } else if (kind instanceof Kind.Many many) {
                kind = isComponent
                        ? new Kind.Refused(
                                "a record without an id is kept in its owner's columns and cannot hold a collection; give "
                                        + JavaTypes.around(field).getSimpleName() + " an id (long id)")
                        : inCollection(many);
            }
            step(field, kind);
        }

        private Kind inCollection(Kind.Many many) {
            List<TypeMirror> held = many.key() == null ? List.of(many.element()) : List.of(many.key(), many.element());
            for (TypeMirror member : held) {
                Kind kind = types.kind(member);
                if (kind instanceof Kind.Maybe || kind instanceof Kind.Many) {
                    return new Kind.Refused(
                            "a collection cannot hold " + member + " directly; put it into a class of its own");
                }
                if (kind instanceof Kind.Refused) {
                    return kind;
                }
            }
            return types.kind(many.element());
        }

        private void step(VariableElement field, Kind kind) {
            String route = "field(\"" + name(field) + "\")";
            if (kind instanceof Kind.Refused refused) {
                if (scan.isCertain(type)) {
                    problems.error(field, place(field) + ": " + refused.reason());
                }
            } else if (kind instanceof Kind.Value value) {
                if (value.constants() == null || types.isVisible(value.constants(), here)) {
                    add(name(field), name(field), value.path(), value.type(), route, true);
                } else {
                    leaveOut(field, value.constants());
                }
            } else if (kind instanceof Kind.Structure structure) {
                TypeElement target = structure.element();
                if (scan.isEmbedded(target) && !target.getTypeParameters().isEmpty()) {
                    generic(field, structure.type(), target, route);
                } else {
                    names.find(target, here)
                            .ifPresentOrElse(
                                    found -> add(name(field), name(field), found + ".Path", null, route, true),
                                    () -> leaveOut(field, target));
                }
            }
        }

        /** A record with type arguments is another in each field, and gets a class for each. */
        private void generic(VariableElement field, DeclaredType record, TypeElement target, String route) {
            if (open.contains(target)) {
                problems.error(
                        field,
                        place(field) + ": the record " + target.getSimpleName()
                                + " contains itself; give it an id (long id), so "
                                + "that it becomes an object of its own");
                return;
            }
            if (!types.isVisible(target, here)) {
                leaveOut(field, target);
                return;
            }
            String nestedName = upperCase(name(field)) + "_";
            while (!nestedNames.add(nestedName)) {
                nestedName += "_";
            }
            List<TypeElement> deeper = new ArrayList<>(open);
            deeper.add(target);
            String canonical = metamodel + "." + nestedName;
            nested.add(new Reading(target, canonical, here, deeper).record(record));
            add(name(field), name(field), canonical + ".Path", null, route, true);
        }

        private void leaveOut(VariableElement field, TypeElement target) {
            boolean isOfModel =
                    scan.isPersistent(target) || scan.isEmbedded(target) || target.getKind() == ElementKind.ENUM;
            if (isOfModel && scan.isCertain(type)) {
                problems.warning(
                        field,
                        place(field) + ": typed queries have no step to it, because "
                                + (types.isVisible(target, here)
                                        ? MetamodelNames.of(types.outermost(target)) + " was generated without "
                                                + target.getSimpleName()
                                        : target.getQualifiedName() + " cannot be seen in "
                                                + (here.isEmpty() ? "the unnamed package" : "package " + here)));
            }
        }

        private String place(VariableElement field) {
            return JavaTypes.around(field).getSimpleName() + "." + name(field);
        }

        // ---- to subclasses, and backwards

        private void narrowings() {
            List<TypeElement> subclasses = scan.persistent().stream()
                    .filter(other -> !other.equals(type)
                            && types.isSubclass(other, type)
                            && names.find(other, here).isPresent())
                    .toList();
            named(
                    subclasses,
                    other -> "as" + other.getSimpleName(),
                    other -> "as_" + fullName(other),
                    (method, other) -> {
                        String inQueries = MetamodelNames.inQueries(other);
                        add(
                                method,
                                "[" + inQueries + "]",
                                names.find(other, here).orElseThrow() + ".Path",
                                null,
                                "only(\"" + inQueries + "\")",
                                false);
                    });
        }

        private void inverses() {
            List<Relation> leadingHere = relations.stream()
                    .filter(relation -> types.isSubclass(type, relation.target())
                            && names.find(relation.owner(), here).isPresent())
                    .toList();
            named(
                    leadingHere,
                    relation -> lowerCase(relation.owner().getSimpleName().toString()) + "With"
                            + upperCase(relation.field()),
                    relation -> fullName(relation.owner()) + "With" + upperCase(relation.field()),
                    (method, relation) -> {
                        String owner = MetamodelNames.inQueries(relation.owner());
                        add(
                                method,
                                "<" + owner + "." + relation.field(),
                                names.find(relation.owner(), here).orElseThrow() + ".Path",
                                null,
                                "inverse(\"" + owner + "\", \"" + relation.field() + "\")",
                                true);
                    });
        }

        /** Each by its short name if no other has the same, else all of these by their long one. */
        private <E> void named(
                List<E> all, Function<E, String> shortName, Function<E, String> longName, BiConsumer<String, E> add) {
            Map<String, Long> uses = all.stream().collect(Collectors.groupingBy(shortName, Collectors.counting()));
            all.forEach(one -> add.accept(
                    (requireNonNull(uses.get(shortName.apply(one))) == 1 ? shortName : longName).apply(one), one));
        }
    }

    private static String fullName(TypeElement type) {
        return type.getQualifiedName().toString().replace('.', '_');
    }

    private static String upperCase(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static String lowerCase(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
