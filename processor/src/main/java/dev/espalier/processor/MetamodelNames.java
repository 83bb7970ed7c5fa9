package dev.espalier.processor;

import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** The names of generated classes, and whether a class has one. {@code Order_} for {@code Order}, nested like that. */
final class MetamodelNames {

    private final Elements elements;
    private final JavaTypes types;
    private final ModelScan scan;
    private final Set<String> compilation;

    /** @param compilation the canonical names of the outermost classes that are being compiled */
    MetamodelNames(Elements elements, JavaTypes types, ModelScan scan, Set<String> compilation) {
        this.elements = elements;
        this.types = types;
        this.scan = scan;
        this.compilation = compilation;
    }

    /** Returns the generated class of this class; empty if a package cannot use it. */
    Optional<String> find(TypeElement type, String fromPackage) {
        return types.isVisible(type, fromPackage)
                        && (isToBeWritten(type) || elements.getTypeElement(of(type)) != null && !isCompiled(type))
                ? Optional.of(of(type))
                : Optional.empty();
    }

    /** Skips a library class with a generated class of its own, and one that is only extended. */
    boolean isToBeWritten(TypeElement type) {
        boolean isOfModel = scan.isPersistent(type)
                || scan.isEmbedded(type) && type.getTypeParameters().isEmpty();
        return isOfModel
                && types.isVisible(type, types.packageOf(type))
                && (isCompiled(type)
                        || scan.isReferred(type) && elements.getTypeElement(of(types.outermost(type))) == null);
    }

    boolean isCompiled(TypeElement type) {
        return compilation.contains(types.outermost(type).getQualifiedName().toString());
    }

    /** Returns the canonical name. */
    static String of(TypeElement type) {
        Element around = JavaTypes.around(type);
        String before = around.getKind() == ElementKind.PACKAGE
                ? ((PackageElement) around).isUnnamed() ? "" : ((PackageElement) around).getQualifiedName() + "."
                : of((TypeElement) around) + ".";
        return before + simple(type);
    }

    static String simple(TypeElement type) {
        return type.getSimpleName() + "_";
    }

    /**
     * Returns the name of a class in queries: its canonical name, which is always unambiguous; its simple name if capitals do not show
     * where a canonical name ends and a field begins.
     */
    static String inQueries(TypeElement type) {
        String canonical = type.getQualifiedName().toString();
        int classes = 1;
        for (Element around = JavaTypes.around(type);
                around.getKind() != ElementKind.PACKAGE;
                around = JavaTypes.around(around)) {
            classes++;
        }
        String[] parts = canonical.split("\\.");
        for (int i = 0; i < parts.length; i++) {
            if (Character.isUpperCase(parts[i].codePointAt(0)) != i >= parts.length - classes) {
                return type.getSimpleName().toString();
            }
        }
        return canonical;
    }
}
