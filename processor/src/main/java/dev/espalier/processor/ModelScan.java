package dev.espalier.processor;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds all classes that can be reached from the named ones: those that {@code Model.of} finds, and their subclasses in the compilation,
 * which can be named in {@code Model.of} too.
 */
final class ModelScan {

    private final JavaTypes types;
    private final Problems problems;
    private final Deque<DeclaredType> toVisit = new ArrayDeque<>();
    private final Set<String> visited = new LinkedHashSet<>();
    private final Map<String, TypeElement> persistent = new LinkedHashMap<>();
    private final Map<String, TypeElement> embedded = new LinkedHashMap<>();
    /** The classes that are not only superclasses of others. */
    private final Set<String> referred = new LinkedHashSet<>();
    /** The classes in every model with the named classes; fields of others are never refused. */
    private final Set<String> certain = new LinkedHashSet<>();

    private boolean isGuessing;
    private boolean isComplete = true;

    ModelScan(JavaTypes types, Problems problems) {
        this.types = types;
        this.problems = problems;
    }

    /** Adds the classes that are named, and all that they lead to. */
    void addNamed(Collection<TypeElement> named) {
        for (TypeElement type : named) {
            refer(type);
            addPersistent(type);
        }
        visitAll();
        certain.addAll(persistent.keySet());
        certain.addAll(embedded.keySet());
    }

    /** Adds those of the compilation's classes that extend one that is there, again and again. */
    void addSubclasses(Collection<TypeElement> compilation) {
        isGuessing = true;
        boolean grows = true;
        while (grows) {
            int before = persistent.size();
            for (TypeElement type : compilation) {
                if (!persistent.containsKey(name(type)) && extendsReferred(type) && isUsable(type)) {
                    refer(type);
                    addPersistent(type);
                }
            }
            visitAll();
            grows = persistent.size() > before;
        }
    }

    private boolean extendsReferred(TypeElement type) {
        return persistent.values().stream()
                .anyMatch(other -> referred.contains(name(other)) && types.isSubclass(type, other));
    }

    /** Returns the classes whose objects have an identity. */
    Collection<TypeElement> persistent() {
        return persistent.values();
    }

    /** Returns the embedded records. */
    Collection<TypeElement> embedded() {
        return embedded.values().stream().filter(this::isEmbedded).toList();
    }

    boolean isPersistent(TypeElement type) {
        return persistent.containsKey(name(type));
    }

    boolean isEmbedded(TypeElement type) {
        return type.getKind() == ElementKind.RECORD && !isPersistent(type) && !types.hasId(type);
    }

    boolean isReferred(TypeElement type) {
        return referred.contains(name(type));
    }

    boolean isCertain(TypeElement type) {
        return certain.contains(name(type));
    }

    /** Returns whether all classes are known to the compiler; others may be generated yet. */
    boolean isComplete() {
        return isComplete;
    }

    private void visitAll() {
        while (!toVisit.isEmpty()) {
            visit(toVisit.remove());
        }
    }

    private void visit(DeclaredType type) {
        for (DeclaredType level : types.lineage(type)) {
            for (VariableElement field : types.keptFields(JavaTypes.element(level))) {
                addType(types.held(level, field));
            }
        }
    }

    private void addType(TypeMirror type) {
        Kind kind = types.kind(type);
        if (kind instanceof Kind.Maybe maybe) {
            addType(maybe.content());
        } else if (kind instanceof Kind.Many many) {
            if (many.key() != null) {
                addType(many.key());
            }
            addType(many.element());
        } else if (kind instanceof Kind.Structure structure) {
            structure.type().getTypeArguments().forEach(this::addType);
            refer(structure.element());
            if (structure.element().getKind() == ElementKind.RECORD && !types.hasId(structure.element())) {
                embedded.put(name(structure.element()), structure.element());
                addToVisit(structure.type());
            } else {
                addPersistent(structure.element());
            }
        } else if (kind instanceof Kind.Unknown) {
            isComplete = false;
        }
    }

    private void refer(TypeElement type) {
        referred.add(name(type));
    }

    private void addPersistent(TypeElement type) {
        if (persistent.containsKey(name(type)) || !isUsable(type)) {
            return;
        }
        isComplete &= type.getSuperclass().getKind() != TypeKind.ERROR;
        DeclaredType declared = (DeclaredType) type.asType();
        if (types.lineage(declared).stream().map(JavaTypes::element).anyMatch(level -> !isUsable(level))) {
            return;
        }
        persistent.put(name(type), type);
        addToVisit(declared);
        types.lineage(declared).forEach(level -> addPersistent(JavaTypes.element(level)));
        for (TypeMirror permitted : type.getPermittedSubclasses()) {
            refer(JavaTypes.element(permitted));
            addPersistent(JavaTypes.element(permitted));
        }
    }

    private void addToVisit(DeclaredType type) {
        if (visited.add(type.toString())) {
            toVisit.add(type);
        }
    }

    static boolean isStructure(TypeElement type) {
        return type.getKind() == ElementKind.CLASS
                || type.getKind() == ElementKind.RECORD
                || type.getKind() == ElementKind.INTERFACE;
    }

    private boolean isUsable(TypeElement type) {
        String obstacle = !isStructure(type)
                ? "an enum cannot stand beside classes of objects; make it a class or a record"
                : types.isOfJdk(type.asType())
                        ? "is a class of the JDK, whose fields are closed; do not extend it"
                        : type.getNestingKind() == NestingKind.MEMBER
                                        && !type.getModifiers().contains(Modifier.STATIC)
                                ? "holds a hidden reference to its outer object; make it static"
                                : null;
        if (obstacle != null && !isGuessing) {
            problems.error(type, type.getSimpleName() + ": " + obstacle);
        }
        return obstacle == null;
    }

    private static String name(TypeElement type) {
        return type.getQualifiedName().toString();
    }
}
