package dev.espalier.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class ClassLayoutTest {

    record Size(int width, int height) {}

    record Owned(Ship ship, int share) {}

    abstract static class Vehicle {
        @Nullable
        String name;

        @Nullable
        Ship carrier;

        List<String> labels = new ArrayList<>();
    }

    static class Ship extends Vehicle {
        @Nullable
        Size size;

        int crew;
        List<Ship> convoy = new ArrayList<>();

        @Nullable
        Owned part;
    }

    static class Car extends Vehicle {
        int doors;
        List<Ship> ferries = new ArrayList<>();
    }

    @Test
    void everyFieldHasThePlaceOfItsAttributeInTheClass() {
        ModelLayout model = new ModelLayout(Schema.of(ObjectModel.of(Ship.class, Car.class)));

        for (ClassLayout layout : model.classes) {
            List<String> found = Stream.of(
                            layout.wholes.stream().map(field -> field.at() + " " + field.name()),
                            layout.references.stream().map(field -> field.at() + " " + field.name()),
                            layout.composites.stream().map(field -> field.at() + " " + field.name()),
                            layout.collections.stream()
                                    .map(field -> field.at() + " " + layout.type + "."
                                            + field.attribute().name()))
                    .flatMap(fields -> fields)
                    .toList();

            List<String> expected = new ArrayList<>();
            for (Attribute attribute : layout.type.attributes()) {
                expected.add(layout.type.attributes().indexOf(attribute) + " " + layout.type + "." + attribute.name());
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
        }
        assertThat(model.classes).hasSize(2);
    }
}
