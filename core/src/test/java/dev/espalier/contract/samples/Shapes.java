package dev.espalier.contract;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Classes of every shape. */
@SuppressWarnings("unused") // the fields are read by reflection
final class Shapes {

    private Shapes() {}

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    record Point(int x, int y) {}

    record Label(String text, Colour colour, Point at) {}

    /** All of its components may be null. */
    record Loose(String text, Integer number, Node node) {}

    /** No id field, no constructor without parameters, a final field. */
    static final class Node {
        private final String name;
        private Node next;
        private Node self;
        private List<Node> others = new ArrayList<>();

        private Node(String name) {
            if (name == null) {
                throw new IllegalArgumentException("constructors are not called when objects are loaded");
            }
            this.name = name;
        }

        static Node named(String name, Node... others) {
            Node node = new Node(name);
            node.others.addAll(List.of(others));
            return node;
        }

        Node next(Node other) {
            next = other;
            return this;
        }

        Node itself() {
            self = this;
            return this;
        }

        String name() {
            return name;
        }

        Node next() {
            return next;
        }

        List<Node> others() {
            return others;
        }
    }

    /** A record with an id is an object of its own. */
    record Card(Long id, String title, List<Card> below, Node node) {}

    abstract static class Animal {
        Long id;
        protected String name;
        Animal friend;

        static <T extends Animal> T named(T animal, String name) {
            animal.name = name;
            return animal;
        }
    }

    static class Dog extends Animal {
        int bones;
    }

    static class Puppy extends Dog {
        transient String forgotten = "not kept";
        Dog mother;
    }

    static class Cat extends Animal {
        Set<Animal> prey = new LinkedHashSet<>();
    }

    interface Sound {}

    static class Bark implements Sound {
        long id;
        int loud;
    }

    record Meow(long id, String how) implements Sound {}

    static class Zoo {
        long id;
        List<Animal> animals = new ArrayList<>();
        Map<String, Animal> byName = new LinkedHashMap<>();
        Sound sound;
        List<Sound> sounds = new ArrayList<>();
    }

    /** Each kind of collection, of values, of records and of objects. */
    static class Shelf {
        long id;
        List<String> texts = new ArrayList<>();
        Collection<Integer> numbers = new ArrayList<>();
        Set<Colour> colours = new LinkedHashSet<>();
        SortedSet<String> sorted = new TreeSet<>();
        Deque<Long> queue = new ArrayDeque<>();
        Map<String, Integer> counts = new HashMap<>();
        SortedMap<Integer, String> names = new TreeMap<>();
        NavigableMap<String, Node> nodes = new TreeMap<>();
        Map<Node, Point> places = new LinkedHashMap<>();
        Map<Point, Node> occupied = new LinkedHashMap<>();
        int[] ints = {};
        byte[] bytes = {};
        String[] words = {};
        Node[] row = {};
        List<Node> members = new ArrayList<>();
        Set<Node> unique = new LinkedHashSet<>();
        List<Point> points = new ArrayList<>();
        List<Loose> loose = new ArrayList<>();
        Set<UUID> uuids = new LinkedHashSet<>();
        List<byte[]> blobs = new ArrayList<>();
        Point point;
        Label label;
        Loose maybe;
        Optional<Node> optional = Optional.empty();
        Optional<Label> optionalLabel = Optional.empty();

        /** A shelf with something of every kind, duplicates and nulls among it. */
        static Shelf full(Node a, Node b) {
            Shelf full = new Shelf();
            full.texts.addAll(Arrays.asList("b", null, "a", "", "b"));
            full.numbers.addAll(List.of(3, 1, 3));
            full.colours.addAll(List.of(Colour.GREEN, Colour.RED));
            full.sorted.addAll(List.of("b", "a", "B"));
            full.queue.addAll(List.of(2L, 1L));
            full.counts.put("two", 2);
            full.counts.put("", 0);
            full.counts.put("none", null);
            full.names.put(2, "two");
            full.names.put(-1, "minus one");
            full.nodes.put("b", b);
            full.nodes.put("a", a);
            full.places.put(a, new Point(1, 2));
            full.places.put(b, new Point(3, 4));
            full.occupied.put(new Point(1, 2), a);
            full.ints = new int[] {5, 0, -5};
            full.bytes = new byte[] {1, 0, -1};
            full.words = new String[] {"x", null, "y"};
            full.row = new Node[] {a, null, b, a};
            full.members.addAll(Arrays.asList(b, null, a, a));
            full.unique.addAll(List.of(b, a));
            full.points.addAll(List.of(new Point(1, 1), new Point(0, 0), new Point(1, 1)));
            full.loose.addAll(Arrays.asList(new Loose("x", 1, a), new Loose(null, null, null), null));
            full.uuids.add(new UUID(1, 2));
            full.blobs.addAll(List.of(new byte[] {1}, new byte[0]));
            full.point = new Point(7, 8);
            full.label = new Label("label", null, null);
            full.maybe = new Loose(null, null, null);
            full.optional = Optional.of(b);
            full.optionalLabel = Optional.of(new Label(null, Colour.BLUE, new Point(0, 0)));
            return full;
        }
    }
}
