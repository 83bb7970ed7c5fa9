package dev.espalier.processor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints a generated class. All names are written in full, so that no name of a user's class has another meaning. */
final class MetamodelSource {

    private static final String TYPED = "dev.espalier.typed.";

    private final StringBuilder text = new StringBuilder();

    private MetamodelSource() {}

    /**
     * Returns the file of a class, with those that are nested in it.
     *
     * @param isMarked whether the compiler knows {@code @Generated} there
     */
    static String of(String packageName, Unit unit, boolean isMarked) {
        MetamodelSource source = new MetamodelSource();
        if (!packageName.isEmpty()) {
            source.line(0, "package " + packageName + ";");
            source.line(0, "");
        }
        source.unit(unit, 0, isMarked);
        return source.text.toString();
    }

    /**
     * A class and those nested in it, as the model's are.
     *
     * @param metamodel null if only nested ones belong to the model
     */
    record Unit(String name, boolean isPublic, @Nullable Metamodel metamodel, List<Unit> nested) {}

    private void unit(Unit unit, int depth, boolean isMarked) {
        line(
                depth,
                unit.metamodel == null
                        ? "/** Its nested classes are for typed queries. Generated. */"
                        : "/** Paths from {@link " + unit.metamodel.type() + "}, for typed queries. Generated. */");
        if (depth == 0) {
            if (isMarked) {
                line(0, "@javax.annotation.processing.Generated(\"" + TypedProcessor.class.getName() + "\")");
            }
            line(0, "@java.lang.SuppressWarnings({\"rawtypes\", \"deprecation\", \"removal\"})");
        }
        line(
                depth,
                (unit.isPublic ? "public " : "") + (depth > 0 ? "static " : "") + "final class " + unit.name + " {");
        if (unit.metamodel == null) {
            constructor(unit.name, depth + 1);
        } else {
            body(unit.metamodel, depth + 1);
        }
        unit.nested.forEach(nested -> {
            line(0, "");
            unit(nested, depth + 1, isMarked);
        });
        line(depth, "}");
    }

    private void constructor(String name, int depth) {
        line(0, "");
        line(depth, "private " + name + "() {}");
    }

    private void body(Metamodel metamodel, int depth) {
        String type = metamodel.type();
        line(0, "");
        line(depth, "private static final Path<" + type + "> START = new Path<>(" + TYPED + "Route.start());");
        constructor(metamodel.name(), depth);
        for (Metamodel.Step step : metamodel.steps()) {
            if (step.starts()) {
                method(depth, "public static " + step.type(type), step, "START." + step.method() + "()");
            }
        }
        line(0, "");
        path(metamodel, depth);
        for (Metamodel nested : metamodel.nested()) {
            line(0, "");
            unit(new Unit(nested.name(), nested.isPublic(), nested, List.of()), depth, false);
        }
    }

    private void path(Metamodel metamodel, int depth) {
        line(depth, "/**");
        line(depth, " * A path that leads to {@link " + metamodel.type() + "}.");
        line(depth, " * @param <R> the class where it begins");
        line(depth, " */");
        line(
                depth,
                "public static final class Path<R> extends " + TYPED
                        + (metamodel.isObject()
                                ? "ObjectPath<R, " + metamodel.type() + ", Path<R>> {"
                                : "StructurePath<R, " + metamodel.type() + "> {"));
        line(0, "");
        line(depth + 1, "/**");
        line(depth + 1, " * From a route.");
        line(depth + 1, " * @param route its steps");
        line(depth + 1, " */");
        line(depth + 1, "public Path(" + TYPED + "Route<R> route) {");
        line(depth + 2, "super(route);");
        line(depth + 1, "}");
        if (metamodel.isObject()) {
            line(0, "");
            line(depth + 1, "@java.lang.Override");
            line(depth + 1, "protected Path<R> at(" + TYPED + "Route<R> route) {");
            line(depth + 2, "return new Path<>(route);");
            line(depth + 1, "}");
        }
        for (Metamodel.Step step : metamodel.steps()) {
            method(depth + 1, "public " + step.type("R"), step, "new " + step.path() + "<>(" + step.route() + ")");
        }
        line(depth, "}");
    }

    private void method(int depth, String type, Metamodel.Step step, String result) {
        line(0, "");
        line(depth, "/** {@return the path {@code " + step.rql() + "}} */");
        line(depth, type + " " + step.method() + "() {");
        line(depth + 1, "return " + result + ";");
        line(depth, "}");
    }

    private void line(int depth, String content) {
        text.append(content.isEmpty() ? "" : "    ".repeat(depth))
                .append(content)
                .append('\n');
    }
}
