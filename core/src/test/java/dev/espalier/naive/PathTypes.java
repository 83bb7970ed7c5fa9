package dev.espalier.naive;

import dev.espalier.internal.rql.Path;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The classes of what paths lead to, told from the declarations alone. */
public final class PathTypes {

    private final Set<Class<?>> roots;
    private final Collection<Class<?>> classes;

    /** @param classes all classes of objects */
    PathTypes(Class<?> root, Collection<Class<?>> classes) {
        this(Set.of(root), classes);
    }

    private PathTypes(Set<Class<?>> roots, Collection<Class<?>> classes) {
        this.roots = roots;
        this.classes = classes;
    }

    /** The classes of what paths lead to from the end of a path. */
    PathTypes behind(Path path) {
        return new PathTypes(ends(roots, path.steps()), classes);
    }

    /** The path without the classes in brackets that say nothing: those that its fields are declared with. */
    public static Path withoutDeclared(Path path, Class<?> root, Collection<Class<?>> classes) {
        PathTypes types = new PathTypes(root, classes);
        List<Path.Step> steps = new ArrayList<>();
        for (Path.Step step : path.steps()) {
            Path.Step plain = step instanceof Path.Field field
                    ? new Path.Field(field.position(), field.name(), Optional.empty(), field.repetition())
                    : step instanceof Path.Inverse inverse
                            ? new Path.Inverse(
                                    inverse.position(),
                                    inverse.owner(),
                                    inverse.name(),
                                    Optional.empty(),
                                    inverse.repetition())
                            : step;
            List<Path.Step> declared = new ArrayList<>(steps);
            declared.add(plain);
            List<Path.Step> narrowed = new ArrayList<>(steps);
            narrowed.add(step);
            steps.add(
                    step.only().isPresent()
                                    && types.ends(Set.of(root), declared).equals(types.ends(Set.of(root), narrowed))
                            ? plain
                            : step);
        }
        return new Path(path.position(), steps);
    }

    /** The class of the values at the end, never a primitive one. */
    Class<?> end(List<Path.Step> steps) {
        Set<Class<?>> ends = ends(roots, steps);
        return ends.iterator().next();
    }

    /** Whether the last step can lead to several from one. */
    boolean isMany(List<Path.Step> steps) {
        Path.Step last = steps.get(steps.size() - 1);
        if (!(last instanceof Path.Field field) || last.repetition().isPresent()) {
            return true;
        }
        return fields(ends(roots, steps.subList(0, steps.size() - 1)), field.name())
                .anyMatch(each -> Objects.isMany(each.getType()));
    }

    private Set<Class<?>> ends(Set<Class<?>> from, List<Path.Step> steps) {
        Set<Class<?>> at = from;
        for (Path.Step step : steps) {
            at = ends(at, step);
        }
        return at;
    }

    private Set<Class<?>> ends(Set<Class<?>> from, Path.Step step) {
        Set<Class<?>> reached = step.only().map(this::named).orElseGet(() -> once(from, step));
        boolean maybeNever =
                step.repetition().filter(times -> times.least() == 0).isPresent();
        return maybeNever ? Stream.concat(from.stream(), reached.stream()).collect(Collectors.toSet()) : reached;
    }

    private Set<Class<?>> once(Set<Class<?>> from, Path.Step step) {
        if (step instanceof Path.Group group) {
            return ends(from, group.body().steps());
        }
        if (step instanceof Path.Inverse inverse) {
            return named(inverse.owner());
        }
        String name = ((Path.Field) step).name();
        Set<Class<?>> contents = fields(from, name)
                .<Class<?>>map(field -> content(field.getGenericType()))
                .collect(Collectors.toSet());
        return contents.isEmpty() ? Set.of(Long.class) : contents; // an id that is not written
    }

    private Set<Class<?>> named(Path.ClassName name) {
        return classes.stream()
                .flatMap(PathTypes::withSupertypes)
                .filter(type ->
                        type.getSimpleName().equals(name.name()) || name.name().equals(type.getCanonicalName()))
                .collect(Collectors.toSet());
    }

    private static Stream<Class<?>> withSupertypes(Class<?> type) {
        Stream<Class<?>> above = Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
                .filter(Objects::isStructure)
                .flatMap(PathTypes::withSupertypes);
        return Stream.concat(Stream.of(type), above);
    }

    /** Fields of a name that these classes have, or else some of their subclasses. */
    private Stream<Field> fields(Set<Class<?>> types, String name) {
        return types.stream()
                .filter(Objects::isStructure)
                .flatMap(type -> Stream.concat(Stream.of(type), classes.stream().filter(type::isAssignableFrom)))
                .map(type -> Objects.field(type, name))
                .filter(field -> field != null);
    }

    /** The class of the values in a field, or of its members. */
    static Class<?> content(Type type) {
        if (type instanceof ParameterizedType generic) {
            Class<?> raw = (Class<?>) generic.getRawType();
            return content(generic.getActualTypeArguments()[Map.class.isAssignableFrom(raw) ? 1 : 0]);
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isArray() && raw != byte[].class) {
            return content(raw.getComponentType());
        }
        return raw == OptionalInt.class
                ? Integer.class
                : raw == OptionalLong.class
                        ? Long.class
                        : raw == OptionalDouble.class
                                ? Double.class
                                : MethodType.methodType(raw).wrap().returnType();
    }
}
