package dev.espalier.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * The annotation processor, called by the compiler in each round. Without {@code @Typed} it does nothing. It writes in the first round in
 * which all classes of the model are known, because other processors may still generate some.
 */
@SupportedAnnotationTypes(TypedProcessor.TYPED)
public final class TypedProcessor extends AbstractProcessor {

    static final String TYPED = "dev.espalier.annotation.Typed";

    /** An annotated element, by name: the elements are other objects in each round. */
    private record Mark(boolean isPackage, String name) {

        Element element(Elements elements) {
            return isPackage ? elements.getPackageElement(name) : elements.getTypeElement(name);
        }
    }

    /** The outermost classes that are compiled. */
    private final Set<String> compilation = new LinkedHashSet<>();

    private final Set<Mark> marks = new LinkedHashSet<>();
    private final Set<String> written = new LinkedHashSet<>();
    private boolean isPending;

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latest();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        ElementFilter.typesIn(round.getRootElements())
                .forEach(type -> compilation.add(type.getQualifiedName().toString()));
        for (TypeElement annotation : annotations) {
            // The compiler refuses it in other places.
            Set<? extends Element> marked = round.getElementsAnnotatedWith(annotation);
            ElementFilter.typesIn(marked)
                    .forEach(type -> isPending |=
                            marks.add(new Mark(false, type.getQualifiedName().toString())));
            ElementFilter.packagesIn(marked)
                    .forEach(one -> isPending |=
                            marks.add(new Mark(true, one.getQualifiedName().toString())));
        }
        if (isPending) {
            isPending = !write(round.processingOver());
        }
        return false;
    }

    /** False if some classes are not known yet. */
    private boolean write(boolean isLastRound) {
        Elements elements = processingEnv.getElementUtils();
        JavaTypes types = new JavaTypes(elements, processingEnv.getTypeUtils());
        Problems problems = new Problems();
        ModelScan scan = new ModelScan(types, problems);
        Start start = start(types, problems);
        scan.addNamed(start.classes);
        scan.addSubclasses(compiled());
        if (!(start.isComplete && scan.isComplete()) && !isLastRound) {
            return false;
        }
        MetamodelNames names = new MetamodelNames(elements, types, scan, compilation);
        MetamodelReader reader = new MetamodelReader(types, scan, names, problems);
        GeneratedFiles files = new GeneratedFiles(types);
        Stream.concat(scan.persistent().stream(), scan.embedded().stream())
                .filter(names::isToBeWritten)
                .forEach(type -> files.add(type, reader.read(type)));
        Element mark = marks.iterator().next().element(elements);
        problems.report(processingEnv.getMessager(), at -> isCompiled(types, at), mark);
        files.all().forEach(file -> write(types, file));
        return true;
    }

    private boolean isCompiled(JavaTypes types, Element at) {
        return at instanceof PackageElement
                || compilation.contains(types.outermost(at).getQualifiedName().toString());
    }

    // ---- what to start from

    private record Start(List<TypeElement> classes, boolean isComplete) {}

    private Start start(JavaTypes types, Problems problems) {
        List<TypeElement> named = new ArrayList<>();
        boolean isComplete = true;
        for (Mark mark : marks) {
            Element element = mark.element(processingEnv.getElementUtils());
            List<Object> classes = classesIn(element);
            if (mark.isPackage && classes.isEmpty()) {
                problems.error(
                        element,
                        "@Typed on a package names the classes to start from, for example @Typed(Order.class)");
            }
            for (Object one : classes.isEmpty() && !mark.isPackage ? List.of(element.asType()) : classes) {
                if (!(one instanceof TypeMirror type)) {
                    isComplete = false;
                    continue;
                }
                String obstacle = obstacle(types, type);
                if (obstacle == null) {
                    named.add(JavaTypes.element(type));
                } else {
                    problems.error(element, type + ": " + obstacle);
                }
            }
        }
        return new Start(named, isComplete);
    }

    private static @Nullable String obstacle(JavaTypes types, TypeMirror type) {
        if (type.getKind() != TypeKind.DECLARED
                || types.isOfJdk(type)
                || !ModelScan.isStructure(JavaTypes.element(type))) {
            return "is not a class of your own whose objects can be kept; name those that hold its values";
        }
        TypeElement element = JavaTypes.element(type);
        return types.isVisible(element, types.packageOf(element))
                ? null
                : "is private, and no generated class can name it; make it visible in its package";
    }

    /** Returns the values of the annotation: a {@code TypeMirror} for each class that the compiler knows. */
    private static List<Object> classesIn(Element element) {
        List<Object> classes = new ArrayList<>();
        for (AnnotationMirror mark : element.getAnnotationMirrors()) {
            if (JavaTypes.element(mark.getAnnotationType()).getQualifiedName().contentEquals(TYPED)) {
                for (AnnotationValue value : mark.getElementValues().values()) {
                    ((List<?>) value.getValue()).forEach(member -> classes.add(((AnnotationValue) member).getValue()));
                }
            }
        }
        return classes;
    }

    /** Returns all classes of the compilation, nested ones too. */
    private List<TypeElement> compiled() {
        List<TypeElement> all = new ArrayList<>();
        compilation.stream()
                .map(processingEnv.getElementUtils()::getTypeElement)
                .filter(Objects::nonNull)
                .forEach(type -> addWithNested(type, all));
        return all;
    }

    private static void addWithNested(TypeElement type, List<TypeElement> all) {
        all.add(type);
        ElementFilter.typesIn(type.getEnclosedElements()).forEach(nested -> addWithNested(nested, all));
    }

    // ---- writing

    private void write(JavaTypes types, GeneratedFiles.File file) {
        String name = MetamodelNames.of(file.type());
        if (!written.add(name)) {
            return;
        }
        Elements elements = processingEnv.getElementUtils();
        if (compilation.contains(name)) {
            report(
                    file.type(),
                    name + " is to be generated for " + file.type().getSimpleName()
                            + ", and stands in the sources already; rename it");
            return;
        }
        ModuleElement module = elements.getModuleOf(file.type());
        String generated = "javax.annotation.processing.Generated";
        boolean isMarked =
                (module == null ? elements.getTypeElement(generated) : elements.getTypeElement(module, generated))
                        != null;
        Element[] origins = Stream.concat(Stream.of(file.type()), marks.stream().map(mark -> mark.element(elements)))
                .toArray(Element[]::new);
        try (Writer writer =
                processingEnv.getFiler().createSourceFile(name, origins).openWriter()) {
            writer.write(MetamodelSource.of(types.packageOf(file.type()), file.unit(), isMarked));
        } catch (IOException e) {
            report(file.type(), name + " cannot be written: " + e.getMessage());
        }
    }

    private void report(Element at, String text) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, text, at);
    }
}
