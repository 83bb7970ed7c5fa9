package dev.espalier.contract.samples;

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
public final class Shapes {

    private Shapes() {}

    public enum Colour {
        RED,
        GREEN,
        BLUE
    }

    public record Point(int x, int y) {}

    public record Label(String text, Colour colour, Point at) {}

    /** All of its components may be null. */
    public record Loose(String text, Integer number, Node node) {}

    /** No id field, no constructor without parameters, a final field. */
    public static final class Node {
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

        public static Node named(String name, Node... others) {
            Node node = new Node(name);
            node.others.addAll(List.of(others));
            return node;
        }

        public Node next(Node other) {
            next = other;
            return this;
        }

        public Node itself() {
            self = this;
            return this;
        }

        public String name() {
            return name;
        }

        public Node next() {
            return next;
        }

        public List<Node> others() {
            return others;
        }
    }

    /** A record with an id is an object of its own. */
    public record Card(Long id, String title, List<Card> below, Node node) {}

    public abstract static class Animal {
        public Long id;
        protected String name;
        public Animal friend;

        public static <T extends Animal> T named(T animal, String name) {
            animal.name = name;
            return animal;
        }

        public String name() {
            return name;
        }
    }

    public static class Dog extends Animal {
        public int bones;
    }

    public static class Puppy extends Dog {
        public transient String forgotten = "not kept";
        public Dog mother;
    }

    public static class Cat extends Animal {
        public Set<Animal> prey = new LinkedHashSet<>();
    }

    public interface Sound {}

    public static class Bark implements Sound {
        public long id;
        public int loud;
    }

    public record Meow(long id, String how) implements Sound {}

    public static class Zoo {
        public long id;
        public List<Animal> animals = new ArrayList<>();
        public Map<String, Animal> byName = new LinkedHashMap<>();
        public Sound sound;
        public List<Sound> sounds = new ArrayList<>();
    }

    /** Each kind of collection, of values, of records and of objects. */
    public static class Shelf {
        public long id;
        public List<String> texts = new ArrayList<>();
        public Collection<Integer> numbers = new ArrayList<>();
        public Set<Colour> colours = new LinkedHashSet<>();
        public SortedSet<String> sorted = new TreeSet<>();
        public Deque<Long> queue = new ArrayDeque<>();
        public Map<String, Integer> counts = new HashMap<>();
        public SortedMap<Integer, String> names = new TreeMap<>();
        public NavigableMap<String, Node> nodes = new TreeMap<>();
        public Map<Node, Point> places = new LinkedHashMap<>();
        public Map<Point, Node> occupied = new LinkedHashMap<>();
        public int[] ints = {};
        public byte[] bytes = {};
        public String[] words = {};
        public Node[] row = {};
        public List<Node> members = new ArrayList<>();
        public Set<Node> unique = new LinkedHashSet<>();
        public List<Point> points = new ArrayList<>();
        public List<Loose> loose = new ArrayList<>();
        public Set<UUID> uuids = new LinkedHashSet<>();
        public List<byte[]> blobs = new ArrayList<>();
        public Point point;
        public Label label;
        public Loose maybe;
        public Optional<Node> optional = Optional.empty();
        public Optional<Label> optionalLabel = Optional.empty();

        /** A shelf with something of every kind, duplicates and nulls among it. */
        public static Shelf full(Node a, Node b) {
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
