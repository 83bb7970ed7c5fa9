package dev.espalier.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.annotation.Transient;
import dev.espalier.error.ModelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
@NullUnmarked // its classes are written as users write theirs
class ObjectAccessTest {

    static class Person {
        private final String name;
        private int age = 7;
        private Optional<String> nick = Optional.empty();
        private OptionalLong size;
        private OptionalDouble weight;

        private Person(String name) {
            this.name = name.trim();
        }
    }

    @Test
    void objectIsCreatedWithoutItsConstructorAndItsFinalFieldsAreSet() {
        PersistentClass type = ObjectModel.of(Person.class).find(Person.class);

        Person person = (Person) type.newInstance();

        assertThat(person.age).isZero();
        type.attribute("name").access().set(person, "Ann");
        type.attribute("age").access().set(person, 3);
        assertThat(person.name).isEqualTo("Ann");
        assertThat(type.attribute("age").access().get(person)).isEqualTo(3);
        type.attribute("age").access().set(person, null);
        assertThat(person.age).isZero();
    }

    private static boolean isMemoryFull = true;

    static class Refusing {
        private Refusing() {
            refuse();
        }

        private static void refuse() {
            if (isMemoryFull) {
                throw new OutOfMemoryError("of a test");
            }
            throw new AssertionError("of a test");
        }
    }

    record Refused(String name) {
        Refused {
            Refusing.refuse();
        }
    }

    /** An error of the virtual machine is no fault of the class; any other failure is. */
    @Test
    void anErrorOfTheVirtualMachineInAConstructorStaysOne() {
        ObjectFactory objects = ObjectFactory.of(Refusing.class);
        RecordConstructor records = new RecordConstructor(Refused.class);

        isMemoryFull = true;
        assertThatThrownBy(objects::newInstance).isExactlyInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> records.construct(new Object[] {"Ann"})).isExactlyInstanceOf(OutOfMemoryError.class);

        isMemoryFull = false;
        assertThatThrownBy(objects::newInstance)
                .isInstanceOf(ModelException.class)
                .hasMessage("Refusing: its constructor failed with java.lang.AssertionError: of a test");
        assertThatThrownBy(() -> records.construct(new Object[] {"Ann"}))
                .isInstanceOf(ModelException.class)
                .hasMessage("Refused: its constructor failed with java.lang.AssertionError: of a test");
    }

    @Test
    void optionalsAreUnwrappedAndWrapped() {
        PersistentClass type = ObjectModel.of(Person.class).find(Person.class);
        Person person = new Person("Ann");
        person.nick = null;
        Access nick = type.attribute("nick").access();
        Access size = type.attribute("size").access();
        Access weight = type.attribute("weight").access();

        assertThat(nick.get(person)).isNull();
        nick.set(person, "A");
        size.set(person, 5L);
        weight.set(person, null);
        assertThat(person.nick).contains("A");
        assertThat(person.size).hasValue(5);
        assertThat(person.weight).isEmpty();
        assertThat(nick.get(person)).isEqualTo("A");
        assertThat(size.get(person)).isEqualTo(5L);
        assertThat(weight.get(person)).isNull();
        nick.set(person, null);
        assertThat(person.nick).isEmpty();
    }

    @Test
    void aValueOfAWrongClassIsNamed() {
        Access name = ObjectModel.of(Person.class)
                .find(Person.class)
                .attribute("name")
                .access();

        assertThatThrownBy(() -> name.set(new Person("Ann"), 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("Person.name cannot hold java.lang.Integer in " + Person.class.getName());
    }

    static class WithConstructor {
        long id;
        transient List<String> cache = new ArrayList<>();

        private WithConstructor() {}
    }

    @Test
    void constructorWithoutParametersIsCalledDespiteItsVisibility() {
        WithConstructor object = (WithConstructor) ObjectModel.of(WithConstructor.class)
                .find(WithConstructor.class)
                .newInstance();

        assertThat(object.cache).isEmpty();
    }

    static class Fails {
        Fails() {
            throw new IllegalStateException("not today");
        }
    }

    @Test
    void failingConstructorIsNamed() {
        PersistentClass type = ObjectModel.of(Fails.class).find(Fails.class);

        assertThatThrownBy(type::newInstance)
                .isInstanceOf(ModelException.class)
                .hasMessage("Fails: its constructor failed with java.lang.IllegalStateException: not today");
    }

    private record Node(
            int weight,
            Long id,
            Optional<Node> next,
            @Transient boolean seen,
            Point at) {}

    private record Point(int x, Optional<Integer> y) {}

    @Test
    void recordsAreConstructedFromTheirComponents() {
        PersistentClass type = ObjectModel.of(Node.class).find(Node.class);
        EmbeddedType point = ((EmbeddedAttribute) type.attribute("at")).type();

        Object at = point.construct(new Object[] {1, null});
        Node last = (Node) type.construct(new Object[] {null, null, at}, 8, 0);
        Node first = (Node) type.construct(new Object[] {5, last, at}, 9, 0);

        assertThat(first).isEqualTo(new Node(5, 9L, Optional.of(last), false, new Point(1, Optional.empty())));
        assertThat(last.weight()).isZero();
        assertThat(type.id().get(first)).isEqualTo(9);
        assertThat(type.id().claim(last, 3)).isFalse();
        assertThat(type.id().isWritable()).isFalse();
        assertThat(type.attribute("next").access().get(first)).isSameAs(last);
        assertThatThrownBy(() -> type.attribute("weight").access().set(first, 1))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(point.needsPresence()).isFalse();
    }

    static class Primitive {
        @SuppressWarnings("unused")
        private long id;
    }

    static class Boxed {
        private Long id;
    }

    static class Final {
        @SuppressWarnings("unused")
        private final long id;

        Final(long id) {
            this.id = id;
        }
    }

    @Test
    void concurrentThreadsClaimAnIdOnce() throws Exception {
        for (Object object : List.of(new Primitive(), new Boxed(), new Final(0))) {
            IdAccess access =
                    ObjectModel.of(object.getClass()).find(object.getClass()).id();
            int threads = 8;
            CyclicBarrier together = new CyclicBarrier(threads);
            ExecutorService executor = Executors.newFixedThreadPool(threads);
            try {
                List<Callable<Long>> claims = new ArrayList<>();
                for (long id = 1000; id < 1000 + threads; id++) {
                    long wanted = id;
                    claims.add(() -> {
                        together.await();
                        return access.claim(object, wanted) ? wanted : 0;
                    });
                }
                List<Long> winners = new ArrayList<>();
                for (Future<Long> claim : executor.invokeAll(claims)) {
                    if (claim.get() != 0) {
                        winners.add(claim.get());
                    }
                }
                assertThat(winners).containsExactly(access.get(object));
            } finally {
                executor.shutdown();
            }
        }
    }

    @Test
    void aBoxedIdOfZeroCountsAsNone() {
        IdAccess access = ObjectModel.of(Boxed.class).find(Boxed.class).id();
        Boxed boxed = new Boxed();

        assertThat(access.get(boxed)).isZero();
        boxed.id = 0L;
        assertThat(access.claim(boxed, 5)).isTrue();
        assertThat(access.claim(boxed, 6)).isFalse();
        access.set(boxed, 7);
        assertThat(boxed.id).isEqualTo(7);
    }

    static class Collected {
        List<String> list = List.of("b", "a", "b");
        Collection<String> collection = Set.of("a");
        Deque<String> deque = new ArrayDeque<>(List.of("b", "a"));
        HashSet<String> hashSet = new HashSet<>(Set.of("a", "b"));
        Set<String> set = Set.of("a", "b");
        TreeMap<String, Integer> treeMap = new TreeMap<>(Map.of("a", 1, "b", 2));
        Map<String, Integer> map = Map.of("a", 1, "b", 2);
        int[] numbers = {3, 2};
        String[] texts = {"x", null};
        boolean[] flags = {true, false};
    }

    @Test
    void collectionsAreReadAndRebuilt() {
        Collected original = new Collected();
        Collected copy = new Collected();
        for (Attribute attribute :
                ObjectModel.of(Collected.class).find(Collected.class).attributes()) {
            CollectionAttribute collection = (CollectionAttribute) attribute;
            Object held = collection.access().get(original);
            int size = collection.containers().size(held);
            Object[] keys = new Object[size + 1];
            Object[] elements = new Object[size + 1];
            collection.containers().forEach(held, (position, key, element) -> {
                keys[position + 1] = key;
                elements[position + 1] = element;
            });
            Object built = collection.containers().create(size);
            collection.containers().fill(built, keys, elements, 1, size + 1);
            collection.access().set(copy, built);
        }

        assertThat(copy)
                .usingRecursiveComparison()
                .ignoringFields("deque", "collection")
                .isEqualTo(original);
        assertThat(copy.list).isInstanceOf(ArrayList.class);
        assertThat(copy.deque).containsExactly("b", "a");
        assertThat(copy.collection).containsExactly("a");
        assertThat(copy.set).isInstanceOf(LinkedHashSet.class);
    }
}
