package dev.espalier.internal.plan;

import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.rql.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the end of the class name in an inverse step. In {@code <shop.order.lines.count} the text alone does not show whether the class is
 * {@code shop} or {@code shop.order}. The parser decides by capital letters. If the model has no such class, the model decides: the longest
 * class name that leaves a field name.
 */
final class InverseNames {

    private final ObjectModel model;

    InverseNames(ObjectModel model) {
        this.model = model;
    }

    /** Returns the steps of a path with class names of the model, as far as possible. */
    List<Path.Step> steps(List<Path.Step> read) {
        List<Path.Step> steps = new ArrayList<>();
        for (int i = 0; i < read.size(); i++) {
            if (read.get(i) instanceof Path.Inverse inverse
                    && !isKnown(inverse.owner().name())) {
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

    /** Returns the index behind the last plain field after the inverse step. A filter or a repetition ends the names. */
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
                steps.set(
                        0,
                        new Path.Inverse(
                                inverse.position(),
                                new Path.ClassName(inverse.owner().position(), name),
                                field.name(),
                                field.only(),
                                field.repetition()));
                return Optional.of(steps);
            }
        }
        return Optional.empty();
    }

    /** Returns all names with their positions. The last one keeps its filter and repetition. */
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
        return model.classes().stream().anyMatch(type -> name.equals(type.simpleName()) || type.isCalled(name));
    }
}
