package dev.espalier.console;

import dev.espalier.Database;
import dev.espalier.Model;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A small database with every kind of attribute. */
final class Zoo {

    static final String MARKUP = "<img src=x onerror=\"document.title='broken'\">";

    private Zoo() {}

    enum Diet {
        PLANTS,
        MEAT
    }

    record Place(String house, int row) {}

    abstract static class Animal {
        long id;

        @Nullable
        String name;

        @Nullable
        Diet diet;

        @Nullable
        LocalDate born;

        @Nullable
        BigDecimal weight;

        @Nullable
        Place place;

        @Nullable
        Keeper keeper;

        Set<String> tags = Set.of();
        Map<String, Integer> visits = new TreeMap<>();
        byte @Nullable [] picture;
    }

    static class Lion extends Animal {
        boolean hasMane;
        List<Animal> prey = new ArrayList<>();
    }

    static class Zebra extends Animal {
        int stripes;
    }

    static class Keeper {
        long id;

        @Nullable
        String name;

        @Nullable
        Keeper chief;
    }

    /** Makes it: a chief with a thousand zebras, a lion that eats three of them. */
    static String make(Path folder) {
        return make(folder, 1_000);
    }

    /** The same with another number of zebras. */
    static String make(Path folder, int zebrasOfTheChief) {
        String url = "jdbc:sqlite:" + folder.resolve("zoo.db");
        try (Database db = Database.open(url, Model.of(Lion.class, Zebra.class))) {
            Keeper chief = new Keeper();
            chief.name = "Ada";
            Keeper second = new Keeper();
            second.name = MARKUP;
            second.chief = chief;
            List<Zebra> zebras = IntStream.range(0, zebrasOfTheChief)
                    .mapToObj(i -> {
                        Zebra zebra = new Zebra();
                        zebra.name = "Zebra " + i;
                        zebra.stripes = i;
                        zebra.keeper = chief;
                        zebra.diet = Diet.PLANTS;
                        return zebra;
                    })
                    .toList();
            Lion lion = new Lion();
            lion.name = "Leo";
            lion.diet = Diet.MEAT;
            lion.born = LocalDate.of(2020, 2, 29);
            lion.weight = new BigDecimal("190.50");
            lion.place = new Place("West", 3);
            lion.keeper = second;
            lion.tags = Set.of("loud");
            lion.visits.put("Sunday", 7);
            lion.picture = new byte[] {1, 2, 3};
            lion.hasMane = true;
            lion.prey.addAll(zebras.subList(0, 3));
            db.storeAll(zebras);
            db.store(lion);
        }
        return url;
    }
}
