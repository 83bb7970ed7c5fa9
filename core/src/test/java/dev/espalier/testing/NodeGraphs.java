package dev.espalier.testing;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares graphs of Java objects with graphs of nodes, attribute by attribute, and makes nodes of Java objects. */
public final class NodeGraphs {

    private final ObjectModel model;
    private final Map<Object, Node> nodes = new IdentityHashMap<>();
    private final Deque<Object> open = new ArrayDeque<>();

    private NodeGraphs(Class<?>... classes) {
        this.model = ObjectModel.of(classes);
    }

    /** The first difference between what can be reached from both; null for none. */
    public static String difference(Object object, Node node, Class<?>... classes) {
        NodeGraphs graphs = new NodeGraphs(classes);
        String difference = graphs.same("root", object, node);
        while (difference == null && !graphs.open.isEmpty()) {
            Object next = graphs.open.poll();
            difference = graphs.attributes(next, graphs.nodes.get(next));
        }
        return difference;
    }

    /** New nodes that are what the objects are. */
    public static List<Node> copies(Database db, Collection<?> objects, Class<?>... classes) {
        NodeGraphs graphs = new NodeGraphs(classes);
        List<Node> copies =
                objects.stream().map(object -> graphs.node(db, object)).toList();
        while (!graphs.open.isEmpty()) {
            Object next = graphs.open.poll();
            for (Attribute attribute : graphs.model.classOf(next).attributes()) {
                graphs.nodes.get(next).set(attribute.name(), graphs.content(db, attribute, next));
            }
        }
        return copies;
    }

    // ---- difference

    private String same(String place, Object object, Node node) {
        if (object == null || node == null) {
            return object == null && node == null ? null : place + ": " + object + " and " + node;
        }
        Node known = nodes.putIfAbsent(object, node);
        if (known == null) {
            open.add(object);
            PersistentClass type = model.classOf(object);
            return type.name().equals(node.className()) ? null : place + ": " + type + " and " + node;
        }
        return known == node ? null : place + ": two nodes stand for " + object;
    }

    private String attributes(Object object, Node node) {
        PersistentClass type = model.classOf(object);
        List<String> names =
                type.attributes().stream().map(Attribute::name).sorted().toList();
        if (!names.equals(node.attributes().stream().sorted().toList())) {
            return type + ": " + names + " and " + node.attributes();
        }
        for (Attribute attribute : type.attributes()) {
            String difference = compare(
                    type + "." + attribute.name(),
                    attribute,
                    attribute.access().get(object),
                    node.get(attribute.name()));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private String compare(String place, Attribute attribute, Object value, Object found) {
        if (attribute instanceof ReferenceAttribute) {
            return same(place, value, (Node) found);
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return record(place, embedded.type(), value, found);
        }
        if (attribute instanceof CollectionAttribute collection) {
            List<Object[]> members = new ArrayList<>();
            if (value != null) {
                collection
                        .containers()
                        .forEach(value, (position, key, element) -> members.add(new Object[] {key, element}));
            }
            List<Object[]> others = new ArrayList<>();
            if (found instanceof Map<?, ?> map) {
                map.forEach((key, element) -> others.add(new Object[] {key, element}));
            } else {
                ((Collection<?>) found).forEach(element -> others.add(new Object[] {null, element}));
            }
            if (members.size() != others.size()) {
                return place + ": " + value + " and " + found;
            }
            for (int i = 0; i < members.size(); i++) {
                String difference = collection.key() == null
                        ? null
                        : element(place, collection.key(), members.get(i)[0], others.get(i)[0]);
                difference = difference != null
                        ? difference
                        : element(place, collection.element(), members.get(i)[1], others.get(i)[1]);
                if (difference != null) {
                    return difference;
                }
            }
            return null;
        }
        return plain(place, value, found);
    }

    private String element(String place, Element element, Object value, Object found) {
        return element instanceof Element.Reference
                ? same(place, value, (Node) found)
                : element instanceof Element.Embedded embedded
                        ? record(place, embedded.type(), value, found)
                        : plain(place, value, found);
    }

    private String record(String place, EmbeddedType type, Object value, Object found) {
        if (value == null || found == null) {
            return value == null && found == null ? null : place + ": " + value + " and " + found;
        }
        for (Attribute component : type.components()) {
            String difference = compare(
                    place + "." + component.name(),
                    component,
                    component.access().get(value),
                    ((Map<?, ?>) found).get(component.name()));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static String plain(String place, Object value, Object found) {
        Object expected = value instanceof Enum<?> constant ? constant.name() : value;
        return Objects.deepEquals(expected, found) && (found == null || found.getClass() == expected.getClass())
                ? null
                : place + ": " + expected + " and " + found;
    }

    // ---- copies

    private Node node(Database db, Object object) {
        Node known = object == null ? null : nodes.get(object);
        if (object == null || known != null) {
            return known;
        }
        Node node = db.nodes().newNode(model.classOf(object).name());
        nodes.put(object, node);
        open.add(object);
        return node;
    }

    private Object content(Database db, Attribute attribute, Object owner) {
        Object value = attribute.access().get(owner);
        if (attribute instanceof ReferenceAttribute) {
            return node(db, value);
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return record(db, embedded.type(), value);
        }
        if (!(attribute instanceof CollectionAttribute collection)) {
            return value instanceof Enum<?> constant ? constant.name() : value;
        }
        List<Object> elements = new ArrayList<>();
        Map<Object, Object> map = new LinkedHashMap<>();
        if (value != null) {
            collection.containers().forEach(value, (position, key, element) -> {
                if (collection.key() != null) {
                    map.put(element(db, collection.key(), key), element(db, collection.element(), element));
                } else {
                    elements.add(element(db, collection.element(), element));
                }
            });
        }
        return collection.key() != null ? map : elements;
    }

    private Object element(Database db, Element element, Object value) {
        return element instanceof Element.Reference
                ? node(db, value)
                : element instanceof Element.Embedded embedded
                        ? record(db, embedded.type(), value)
                        : value instanceof Enum<?> constant ? constant.name() : value;
    }

    private Map<String, Object> record(Database db, EmbeddedType type, Object value) {
        if (value == null) {
            return null;
        }
        Map<String, Object> components = new LinkedHashMap<>();
        type.components().forEach(component -> components.put(component.name(), content(db, component, value)));
        return components;
    }
}
