package dev.espalier.differential;

import dev.espalier.annotation.Index;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** Classes with something of everything that can be kept and asked for. */
@SuppressWarnings("unused") // the fields are filled and read by reflection
final class Town {

    /** The order of the constants is not the order of their names. */
    enum Mood {
        WILD,
        CALM,
        GLAD
    }

    record Spot(String street, int number, Person keeper, Corner corner) {}

    record Corner(Integer north, Mood mood) {}

    record Visit(LocalDate day, Person host) {}

    /** A record that is an object of its own. */
    record Note(long id, String text, Person author, Note about, List<Integer> stars) {}

    static class Person {
        long id;
        String name;
        Integer age;
        boolean active;
        Boolean married;
        char grade;
        Mood mood;
        LocalDate born;
        BigDecimal wealth;
        BigInteger debts;
        Double score;
        float ratio;
        Long steps;
        byte rank;
        Instant seen;
        UUID token;
        Optional<String> nick = Optional.empty();
        Optional<Person> boss = Optional.empty();
        Spot home;
        Person partner;
        List<Person> friends = new ArrayList<>();
        Set<String> hobbies = new LinkedHashSet<>();
        List<Thing> things = new ArrayList<>();
        Map<String, Integer> marks = new HashMap<>();
        int[] numbers = {};
        List<Visit> visits = new ArrayList<>();
        Set<Note> notes = new HashSet<>();
    }

    abstract static class Thing {
        Long id;

        @Index
        String label;

        Person owner;
        Thing partOf;
        List<Tag> tags = new ArrayList<>();
    }

    static class Tool extends Thing {
        int weight;
        LocalDateTime made;
        LocalTime opens;
        SortedSet<Integer> sizes = new TreeSet<>();
        Tool spare;
    }

    static class Vessel extends Thing {
        short seats;
        Date launched;
        Duration trip;
        Set<Person> crew = new HashSet<>();
    }

    static class Ship extends Vessel {
        OffsetDateTime sailed;
        Map<String, Person> officers = new HashMap<>();
        Vessel[] boats = {};
    }

    /** No id field. */
    static class Tag {
        private String word;
        private int rank;
        private List<Tag> near = new ArrayList<>();
    }

    static final List<Class<?>> CLASSES =
            List.of(Person.class, Tool.class, Vessel.class, Ship.class, Tag.class, Note.class);

    /** What a query may ask for. */
    static final List<Class<?>> ROOTS =
            List.of(Person.class, Thing.class, Tool.class, Vessel.class, Ship.class, Tag.class, Note.class);
}
