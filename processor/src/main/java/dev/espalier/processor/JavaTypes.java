package dev.espalier.processor;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Java types as the model sees them. */
final class JavaTypes {

    private static final String TYPED = "dev.espalier.typed.";
    private static final Map<String, Kind.Value> VALUES = new LinkedHashMap<>();

    static {
        for (String number : List.of(
                "java.lang.Byte",
                "java.lang.Short",
                "java.lang.Integer",
                "java.lang.Long",
                "java.lang.Float",
                "java.lang.Double",
                "java.math.BigDecimal",
                "java.math.BigInteger")) {
            VALUES.put(number, new Kind.Value(TYPED + "OrderedPath", "java.lang.Number", null));
        }
        for (String ordered : List.of(
                "java.lang.Character",
                "java.time.LocalDate",
                "java.sql.Date",
                "java.time.LocalTime",
                "java.sql.Time",
                "java.time.LocalDateTime",
                "java.time.Instant",
                "java.sql.Timestamp",
                "java.util.Date",
                "java.time.OffsetDateTime",
                "java.time.Duration",
                "java.util.UUID")) {
            VALUES.put(ordered, new Kind.Value(TYPED + "OrderedPath", ordered, null));
        }
        VALUES.put("java.lang.String", new Kind.Value(TYPED + "TextPath", null, null));
        VALUES.put("java.lang.Boolean", new Kind.Value(TYPED + "ValuePath", "java.lang.Boolean", null));
    }

    private final Elements elements;
    private final Types types;

    JavaTypes(Elements elements, Types types) {
        this.elements = elements;
        this.types = types;
    }

    // ---- kinds

    Kind kind(TypeMirror type) {
        if (type instanceof WildcardType wildcard) {
            return wildcard.getExtendsBound() == null ? unknown(wildcard) : kind(wildcard.getExtendsBound());
        }
        if (type instanceof TypeVariable variable) {
            TypeMirror bound = types.erasure(variable);
            Kind kind = kind(bound);
            return kind instanceof Kind.Value || !isOfJdk(bound) ? kind : unknown(variable);
        }
        if (type.getKind().isPrimitive()) {
            return requireNonNull(VALUES.get(types.boxedClass(types.getPrimitiveType(type.getKind()))
                    .getQualifiedName()
                    .toString()));
        }
        if (type instanceof ArrayType array) {
            return array.getComponentType().getKind() == TypeKind.BYTE
                    ? new Kind.Value(TYPED + "OrderedPath", "byte[]", null)
                    : new Kind.Many(null, array.getComponentType());
        }
        return type.getKind() == TypeKind.DECLARED ? declared((DeclaredType) type) : new Kind.Unknown();
    }

    private Kind declared(DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        Kind.Value value = VALUES.get(name);
        if (value != null) {
            return value;
        }
        if (element.getKind() == ElementKind.ENUM) {
            return new Kind.Value(TYPED + "EnumPath", name, element);
        }
        switch (name) {
            case "java.util.Optional":
                return type.getTypeArguments().isEmpty()
                        ? unknown(type)
                        : new Kind.Maybe(type.getTypeArguments().get(0));
            case "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble":
                return requireNonNull(VALUES.get("java.lang.Long"));
            default:
        }
        DeclaredType collection = as(type, "java.util.Collection");
        DeclaredType map = collection == null ? as(type, "java.util.Map") : null;
        if (collection != null) {
            return collection.getTypeArguments().isEmpty()
                    ? unknown(type)
                    : new Kind.Many(null, collection.getTypeArguments().get(0));
        }
        if (map != null) {
            List<? extends TypeMirror> arguments = map.getTypeArguments();
            return arguments.isEmpty() ? unknown(type) : new Kind.Many(arguments.get(0), arguments.get(1));
        }
        return isOfJdk(type)
                ? new Kind.Refused(
                        name + " cannot be kept; keep its content in fields of your own, or mark the field transient")
                : new Kind.Structure(type);
    }

    private static Kind unknown(TypeMirror type) {
        return new Kind.Refused("the type " + type
                + " is not known here; give a type argument, such as List<String>, or a subclass that fixes it");
    }

    /** Returns whether what a field of this type holds is known, be it by a bound that is a class of the user's. */
    boolean isSettled(TypeMirror type) {
        if (type instanceof WildcardType wildcard) {
            return wildcard.getExtendsBound() != null && isSettled(wildcard.getExtendsBound());
        }
        if (type instanceof TypeVariable variable) {
            return !isOfJdk(types.erasure(variable));
        }
        if (type instanceof ArrayType array) {
            return isSettled(array.getComponentType());
        }
        return !(type instanceof DeclaredType declared)
                || declared.getTypeArguments().stream().allMatch(this::isSettled)
                        && declared.getTypeArguments().isEmpty()
                                == ((TypeElement) declared.asElement())
                                        .getTypeParameters()
                                        .isEmpty();
    }

    /** Returns a type as one of {@code supertype}, or null: {@code class Tags extends ArrayList<String>} is a {@code Collection<String>}. */
    private @Nullable DeclaredType as(DeclaredType type, String supertype) {
        if (((TypeElement) type.asElement()).getQualifiedName().contentEquals(supertype)) {
            return type;
        }
        for (TypeMirror parent : types.directSupertypes(type)) {
            DeclaredType found = as((DeclaredType) parent, supertype);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    // ---- classes

    /** This class and the ones it extends, the topmost first; without {@code Object} and {@code Record}. */
    List<DeclaredType> lineage(DeclaredType type) {
        Deque<DeclaredType> levels = new ArrayDeque<>();
        TypeMirror level = type;
        while (level.getKind() == TypeKind.DECLARED && !isRoot(element(level))) {
            levels.addFirst((DeclaredType) level);
            TypeElement above = element(level);
            level = above.getSuperclass().getKind() == TypeKind.DECLARED
                    ? types.directSupertypes(level).get(0)
                    : types.getNoType(TypeKind.NONE);
        }
        return List.copyOf(levels);
    }

    private static boolean isRoot(TypeElement type) {
        return type.getQualifiedName().contentEquals("java.lang.Object")
                || type.getQualifiedName().contentEquals("java.lang.Record");
    }

    /** Returns the stored fields that a class itself declares, including the id. */
    List<VariableElement> keptFields(TypeElement type) {
        return ElementFilter.fieldsIn(type.getEnclosedElements()).stream()
                .filter(field -> !field.getModifiers().contains(Modifier.STATIC)
                        && !field.getModifiers().contains(Modifier.TRANSIENT))
                .filter(field -> !isMarked(field, "dev.espalier.annotation.Transient"))
                .filter(field -> !isMarked(field, "dev.espalier.annotation.Version"))
                .toList();
    }

    private static boolean isMarked(Element element, String annotation) {
        return element.getAnnotationMirrors().stream()
                .anyMatch(mark -> ((TypeElement) mark.getAnnotationType().asElement())
                        .getQualifiedName()
                        .contentEquals(annotation));
    }

    /** Returns the type of a field in objects of a class, with type variables replaced as far as they are known. */
    TypeMirror held(DeclaredType owner, VariableElement field) {
        return types.asMemberOf(owner, field);
    }

    boolean hasId(TypeElement record) {
        return keptFields(record).stream()
                .anyMatch(field -> field.getSimpleName().contentEquals("id"));
    }

    boolean isSubclass(TypeElement type, TypeElement of) {
        return types.isSubtype(types.erasure(type.asType()), types.erasure(of.asType()));
    }

    boolean isOfJdk(TypeMirror type) {
        ModuleElement module = type.getKind() == TypeKind.DECLARED ? elements.getModuleOf(element(type)) : null;
        return module != null
                && (module.getQualifiedName().toString().startsWith("java.")
                        || module.getQualifiedName().toString().startsWith("jdk."));
    }

    String packageOf(Element element) {
        return elements.getPackageOf(element).getQualifiedName().toString();
    }

    /** Returns whether a class that is generated into a package may name this one. */
    boolean isVisible(TypeElement type, String fromPackage) {
        return isOpen(type, packageOf(type).equals(fromPackage));
    }

    boolean isPublic(TypeElement type) {
        return isOpen(type, false);
    }

    private static boolean isOpen(TypeElement type, boolean samePackage) {
        for (Element level = type; level.getKind() != ElementKind.PACKAGE; level = around(level)) {
            if (level.getModifiers().contains(Modifier.PRIVATE)
                    || !samePackage && !level.getModifiers().contains(Modifier.PUBLIC)) {
                return false;
            }
        }
        return true;
    }

    /** What a class or a member of one stands in: a class or a package. */
    static Element around(Element element) {
        return requireNonNull(element.getEnclosingElement());
    }

    TypeElement outermost(Element type) {
        Element level = type;
        while (around(level).getKind() != ElementKind.PACKAGE) {
            level = around(level);
        }
        return (TypeElement) level;
    }

    static TypeElement element(TypeMirror type) {
        return (TypeElement) ((DeclaredType) type).asElement();
    }
}
