package dev.espalier.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** The generated sources by outermost class: the generated classes are nested like those of the model. Sorted by name. */
final class GeneratedFiles {

    /**
     * One file.
     *
     * @param type the outermost class for which it is generated
     */
    record File(TypeElement type, MetamodelSource.Unit unit) {}

    /** A class, of the model or around one of the model. */
    private static final class Node {
        final TypeElement type;
        final Map<String, Node> nested = new TreeMap<>();

        @Nullable
        Metamodel metamodel;

        Node(TypeElement type) {
            this.type = type;
        }
    }

    private final JavaTypes types;
    private final Map<String, Node> files = new TreeMap<>();

    GeneratedFiles(JavaTypes types) {
        this.types = types;
    }

    void add(TypeElement type, Metamodel metamodel) {
        node(type).metamodel = metamodel;
    }

    private Node node(TypeElement type) {
        Element around = JavaTypes.around(type);
        Map<String, Node> siblings =
                around.getKind() == ElementKind.PACKAGE ? files : node((TypeElement) around).nested;
        return siblings.computeIfAbsent(MetamodelNames.of(type), name -> new Node(type));
    }

    List<File> all() {
        List<File> all = new ArrayList<>();
        files.values().forEach(node -> all.add(new File(node.type, unit(node))));
        return all;
    }

    private MetamodelSource.Unit unit(Node node) {
        List<MetamodelSource.Unit> nested =
                node.nested.values().stream().map(this::unit).toList();
        return new MetamodelSource.Unit(
                MetamodelNames.simple(node.type), types.isPublic(node.type), node.metamodel, nested);
    }
}
