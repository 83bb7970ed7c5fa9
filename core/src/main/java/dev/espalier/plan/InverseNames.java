package dev.espalier.plan;

import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import dev.espalier.rql.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where the class of an inverse step ends. In {@code <shop.order.lines.count} the text alone does not say whether the class is {@code shop}
 * or {@code shop.order}; it is read as capitals suggest, and where the model has no such class, as the model knows it: the longest name of a
 * class that leaves one for the field.
 */
final class InverseNames {

    private final ObjectModel model;

    InverseNames(ObjectModel model) {
        this.model = model;
    }

    /** The steps of a path with the classes that the model has, as far as it has them. */
    List<Path.Step> steps(List<Path.Step> read) {
        List<Path.Step> steps = new ArrayList<>();
        for (int i = 0; i < read.size(); i++) {
            if (read.get(i) instanceof Path.Inverse inverse && !isKnown(inverse.owner().name())) {
                int end = end(read, i);
                Optional<List<Path.Step>> known = split(inverse, read.subList(i + 1, end));
                steps.addAll(known.orElse(read.subList(i, end)));
                i = end - 1;
            } else {
                steps.add(read.get(i));
            }
        }
        return steps;
    }

    /** Behind the last field that only a dot parts from the inverse step; what is narrowed or repeated ends the names. */
    private static int end(List<Path.Step> read, int at) {
        int end = at + 1;
        while (end < read.size() && isPlain(read.get(end - 1)) && read.get(end) instanceof Path.Field) {
            end++;
        }
        return end;
    }

    private static boolean isPlain(Path.Step step) {
        return step.only().isEmpty() && step.repetition().isEmpty();
    }

    private Optional<List<Path.Step>> split(Path.Inverse inverse, List<Path.Step> fields) {
        List<Path.Field> names = names(inverse, fields);
        for (int owner = names.size() - 1; owner > 0; owner--) {
            String name = names.subList(0, owner).stream().map(Path.Field::name).collect(Collectors.joining("."));
            if (isKnown(name)) {
                Path.Field field = names.get(owner);
                List<Path.Step> steps = new ArrayList<>(names.subList(owner, names.size()));
                steps.set(0, new Path.Inverse(inverse.position(), new Path.ClassName(inverse.owner().position(), name), field.name(), field.only(),
                        field.repetition()));
                return Optional.of(steps);
            }
        }
        return Optional.empty();
    }

    /** All names in a row, each at its place; what follows the last one goes with it. */
    private static List<Path.Field> names(Path.Inverse inverse, List<Path.Step> fields) {
        List<Path.Field> names = new ArrayList<>();
        int position = inverse.owner().position();
        for (String name : inverse.owner().name().split("\\.")) {
            names.add(new Path.Field(position, name, Optional.empty(), Optional.empty()));
            position += name.length() + 1;
        }
        names.add(new Path.Field(position, inverse.name(), inverse.only(), inverse.repetition()));
        fields.forEach(field -> names.add((Path.Field) field));
        return names;
    }

    private boolean isKnown(String name) {
        return model.classes().stream().map(PersistentClass::javaClass)
                .anyMatch(type -> name.equals(type.getSimpleName()) || name.equals(type.getCanonicalName()) || name.equals(type.getName()));
    }
}
