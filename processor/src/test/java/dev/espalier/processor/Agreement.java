package dev.espalier.processor;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.rql.Rql;
import dev.espalier.typed.Path;
import dev.espalier.typed.StructurePath;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;

/** Compares what was generated for classes with the model that the library reads of them. */
@NullUnmarked // what it asks for is there
final class Agreement {

    private final ObjectModel model;
    private final List<String> differences = new ArrayList<>();

    private Agreement(Class<?>... roots) {
        model = ObjectModel.of(roots);
    }

    /** A line for each step that one of the two lacks, or that queries do not understand. */
    static List<String> differences(Class<?>... roots) {
        Agreement agreement = new Agreement(roots);
        for (PersistentClass type : agreement.model.classes()) {
            Map<String, String> expected = expected(type);
            // Those to subclasses and backwards are not the model's; that they are right is seen when they are asked.
            Map<String, String> generated = steps(generated(type, "_$Path"));
            generated.keySet().removeIf(name -> !expected.containsKey(name) && name.matches("as.+|.+With.+"));
            if (!generated.equals(expected)) {
                agreement.differences.add(type + " has\n  " + expected + ", generated was\n  " + generated);
            }
            agreement.plan(type);
        }
        return agreement.differences;
    }

    // ---- what queries understand

    /** Each way of one step or two from a class. */
    private void plan(PersistentClass type) {
        for (Method first : methods(generated(type, "_"))) {
            Path<?> path = (Path<?>) call(first, null);
            plan(type, path);
            if (path instanceof StructurePath) {
                methods(path.getClass()).forEach(second -> plan(type, (Path<?>) call(second, path)));
            }
        }
    }

    private void plan(PersistentClass type, Path<?> path) {
        try {
            new Planner(model).plan(Rql.parse(path.isNull().rql()), type, Map.of());
        } catch (QueryException mistake) {
            differences.add(type + ": " + mistake.getMessage());
        }
    }

    private static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getParameterCount() == 0)
                .toList();
    }

    private static Object call(Method method, Object receiver) {
        try {
            method.setAccessible(true);
            return method.invoke(receiver);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(method.toString(), e);
        }
    }

    // ---- what the model says

    private static Map<String, String> expected(PersistentClass type) {
        Map<String, String> steps = new TreeMap<>();
        type.attributes().forEach(attribute -> steps.put(method(attribute.name()), expected(attribute)));
        steps.put("id", "OrderedPath of Number");
        return steps;
    }

    private static String method(String field) {
        return List.of("isNull", "hashCode", "toString").contains(field) ? field + "_" : field;
    }

    private static String expected(Attribute attribute) {
        if (attribute instanceof ValueAttribute value) {
            return expected(value.type());
        }
        if (attribute instanceof ReferenceAttribute reference) {
            return "to " + reference.target().javaClass().getName();
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return expected(embedded.type());
        }
        Element element = ((CollectionAttribute) attribute).element();
        return element instanceof Element.Value value
                ? expected(value.type())
                : element instanceof Element.Reference reference
                        ? "to " + reference.target().javaClass().getName()
                        : expected(((Element.Embedded) element).type());
    }

    private static String expected(ValueType type) {
        Class<?> java = type.javaClass();
        return Number.class.isAssignableFrom(java)
                ? "OrderedPath of Number"
                : java == String.class
                        ? "TextPath"
                        : java == Boolean.class
                                ? "ValuePath of Boolean"
                                : (java.isEnum() ? "EnumPath of " : "OrderedPath of ") + java.getSimpleName();
    }

    private static String expected(EmbeddedType type) {
        Map<String, String> components = new TreeMap<>();
        type.components().forEach(component -> components.put(component.name(), expected(component)));
        return "in " + type.javaClass().getName() + components;
    }

    // ---- what was generated

    private static Class<?> generated(PersistentClass type, String ending) {
        try {
            return type.javaClass()
                    .getClassLoader()
                    .loadClass(type.javaClass().getName().replace("$", "_$") + ending);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> steps(Class<?> path) {
        Map<String, String> steps = new TreeMap<>();
        methods(path).forEach(method -> steps.put(method.getName(), step(method)));
        return steps;
    }

    private static String step(Method method) {
        Class<?> path = method.getReturnType();
        if (!StructurePath.class.isAssignableFrom(path)) {
            Type[] arguments = ((ParameterizedType) method.getGenericReturnType()).getActualTypeArguments();
            return path.getSimpleName() + (arguments.length == 1 ? "" : " of " + simple(arguments[1]));
        }
        ParameterizedType above = (ParameterizedType) path.getGenericSuperclass();
        String target = ((Class<?>) above.getActualTypeArguments()[1]).getName();
        return above.getRawType() == StructurePath.class ? "in " + target + steps(path) : "to " + target;
    }

    private static String simple(Type type) {
        return type instanceof GenericArrayType array
                ? simple(array.getGenericComponentType()) + "[]"
                : ((Class<?>) type).getSimpleName();
    }
}
