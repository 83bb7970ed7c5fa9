package dev.espalier.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.annotation.Unique;
import dev.espalier.error.ModelException;
import dev.espalier.testing.OtherLoader;
import java.time.ZonedDateTime;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedSet;
import java.util.WeakHashMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"rawtypes", "unused", "serial"})
@Tag("pure")
@NullUnmarked // its classes are written as users write theirs
class ModelRefusalsTest {

    static class Order {
        ZonedDateTime when;
    }

    @Test
    void unsupportedTypeIsRefusedWithAnAlternative() {
        assertThat(refusal("unsupported-type", Order.class))
                .isEqualTo(
                        "Order.when: java.time.ZonedDateTime cannot be kept; use Instant, OffsetDateTime or LocalDateTime");
    }

    static class Everything {
        Object anything;
        Thread thread;
        List raw;
        List<?> wild;
        List<? super Integer> lower;
        List<List<String>> nested;
        AbstractList<String> abstractList;
        Optional<List<String>> maybe;
        SortedSet<Order2> sorted;
        Set<byte[]> bytes;
        Map<byte[], String> keyed;
        Wrapper wrapper;
        Loop loop;

        @Unique
        List<String> unique;

        Generic<String> generic;
    }

    static class Member {
        Club club;
        Club[] clubs;
    }

    static class Guest extends Member {}

    static class Club {
        @InverseOf("clubs")
        List<Member2> wrongField;

        @InverseOf("none")
        List<Member2> noField;

        @InverseOf("other")
        List<Member2> wrongTarget;

        @InverseOf("club")
        List<Member> severalClasses;

        @InverseOf("club")
        SortedSet<Order2> sorted;

        @InverseOf("club")
        Member severalOnOneSide;

        @InverseOf("club")
        String text;

        @InverseOf("club")
        @Unique
        Member2 unique;

        @InverseOf("club")
        List<String> values;
    }

    static class Member2 {
        Order2 other;
        Club club;
        List<Club> clubs;
    }

    record Label(String text) {}

    record Tag(long id, @Part Box inside) {}

    record Lid(@Part Box inside) {}

    static class Box {
        @Part
        String text;

        @Part
        List<Integer> values;

        @Part
        Label label;

        @Part
        Map<Box, Label> labels;

        @Part
        Box inside;

        @Part
        Map<String, Box> others;

        @Part
        Tag tag;

        Lid lid;
    }

    @Test
    void partsThatCanHaveNoOwnerAreRefusedByName() {
        assertThat(refusal("bad-part", Box.class))
                .contains("Box.text: @Part has to stand on an object")
                .contains("found a value")
                .contains("Box.values: @Part has to stand on")
                .contains("Box.label: @Part has to stand on")
                .contains("found the record Label without an id")
                .contains("Box.labels: @Part has to stand on")
                .contains("Tag.inside: @Part has to stand on")
                .contains("found a component of a record")
                .contains("Lid.inside: @Part has to stand on")
                .doesNotContain("Box.inside")
                .doesNotContain("Box.others")
                .doesNotContain("Box.tag");
    }

    record Tree<T>(T content, Tree<List<T>> below) {}

    static class Forest {
        Tree<String> tree;
    }

    @Test
    void recordThatContainsItselfWithMoreTypeArgumentsIsRefused() {
        assertThat(refusal("endless-record", Forest.class))
                .contains("Tree.below: the record Tree contains itself; give it an id (long id)");
    }

    @Test
    void inversesThatDoNotFitAreRefusedByName() {
        assertThat(refusal("bad-inverse", Club.class, Guest.class))
                .contains("Club.sorted: @InverseOf has to stand on")
                .contains("Club.text: @InverseOf has to stand on")
                .contains("Club.values: @InverseOf has to stand on")
                .contains(
                        "Club.wrongField: found @InverseOf(\"clubs\"); expected a reference field of Member2, which has: other, club")
                .contains("Club.noField: found @InverseOf(\"none\")")
                .contains("Club.wrongTarget: Member2.other refers to Order2; expected a field that refers to Club")
                .contains(
                        "Club.severalOnOneSide: the inverse of a reference with one object on each side leads to objects of one class; Member stands for"
                                + " [Guest, Member], and no unique index spans several tables")
                .contains("Club.unique: @Index and @Unique cannot stand on an inverse")
                .doesNotContain("severalClasses");
    }

    static class Order2 {}

    record Wrapper(List<String> values) {}

    record Loop(int value, Turn turn) {}

    record Turn(Loop loop) {}

    static class Generic<T> {
        T content;
    }

    @Test
    void allProblemsOfAModelAreReportedTogether() {
        assertThat(refusal("unsupported-type", Everything.class)).isEqualTo("""
                Everything.anything: java.lang.Object cannot be kept; use a class or an interface of your own
                Everything.thread: java.lang.Thread cannot be kept; keep its content in fields of your own, or mark the field transient
                Everything.raw: the type E is not known here; give a type argument, such as List<String>, or a subclass that fixes it
                Everything.wild: the type ? is not known here; give a type argument, such as List<String>, or a subclass that fixes it
                Everything.lower: the type ? super java.lang.Integer is not known here; give a type argument, such as List<String>, or a subclass that fixes it
                Everything.nested: a collection cannot hold List directly; put it into a class of its own
                Everything.abstractList: java.util.AbstractList cannot be built, because it is abstract or has no constructor without parameters; use List
                Everything.maybe: an Optional can hold a value, a record or an object; use List alone
                Everything.sorted: Order2 is not Comparable, and sorted collections are given back in natural order; let it implement Comparable, or use Set or Map
                Everything.bytes: arrays are equal only to themselves and cannot be keys; use String or UUID
                Everything.keyed: arrays are equal only to themselves and cannot be keys; use String or UUID
                Wrapper.values: a record without an id is kept in its owner's columns and cannot hold a collection; give Wrapper an id (long id)
                Turn.loop: the record Loop contains itself; give it an id (long id), so that it becomes an object of its own
                Everything.unique: @Unique cannot stand on a collection
                Generic.content: the type T is not known here; give a type argument, such as List<String>, or a subclass that fixes it""");
    }

    static class TextId {
        String id;
    }

    record IntId(int id) {}

    @Test
    void idMustBeALong() {
        assertThat(refusal("bad-id", TextId.class, IntId.class)).isEqualTo("""
                TextId.id: the field id is the object's identity and has to be long or Long, not java.lang.String; rename it
                IntId.id: the field id is the object's identity and has to be long or Long, not int; rename it""");
    }

    static class Nest extends HashMap<String, Nest> {}

    static class Ping extends ArrayList<Pong> {}

    static class Pong extends ArrayList<Ping> {}

    static class Nests {
        Nest nest;
        Ping ping;
    }

    @Test
    void collectionOfItselfIsRefused() {
        assertThat(refusal("unsupported-collection", Nests.class)).isEqualTo("""
                Nests.nest: a collection cannot hold Nest directly; put it into a class of its own
                Nests.ping: a collection cannot hold Pong directly; put it into a class of its own""");
    }

    @SuppressWarnings("ClassCanBeStatic") // that is what is refused
    class Inner {
        int value;
    }

    static class HoldsInner {
        List<Inner> inner;
    }

    @Test
    void innerClassIsRefused() {
        assertThat(refusal("inner-class", HoldsInner.class))
                .isEqualTo("Inner: holds a hidden reference to its outer object; make it static");
    }

    @Test
    void localAndAnonymousClassesAreRefused() {
        class Local {}
        Object anonymous = new Object() {};

        assertThat(refusal("local-class", Local.class, anonymous.getClass())).isEqualTo("""
                Local: is a local or generated class; make it a class of its own or a static nested one
                dev.espalier.internal.model.ModelRefusalsTest$1: is a local or generated class; make it a class of its own or a static nested one""");
    }

    interface Plugin {}

    abstract static class Animal {}

    static class Zoo {
        Plugin plugin;
        List<Animal> animals;
    }

    @Test
    void abstractTypeNeedsAConcreteClass() {
        assertThat(refusal("no-concrete-class", Zoo.class)).isEqualTo("""
                Zoo.animals: Animal is abstract and no class of the model extends it; name its classes in Model.of
                Zoo.plugin: Plugin is abstract and no class of the model implements it; name its classes in Model.of""");
    }

    static class Parent {
        String name;
    }

    static class Child extends Parent {
        int name;
    }

    static class Worker extends Thread {}

    sealed interface Colour permits Basic, Mixed {}

    enum Basic implements Colour {
        RED
    }

    record Mixed(int rgb) implements Colour {}

    static class Paint {
        Colour colour;
    }

    @Test
    void shadowedFieldsClassesOfTheJdkAndEnumsAmongObjectsAreRefused() {
        assertThat(refusal("unsupported-type", Child.class, Worker.class, Paint.class))
                .isEqualTo("""
                Thread: is a class of the JDK, whose fields are closed; do not extend it
                Basic: an enum cannot stand beside classes of objects; make it a class or a record
                Child.name: Parent has a field of the same name; rename one of them, or mark the one that is not stored @Transient""");
    }

    @Test
    void valuesAndCollectionsAreRefusedAsRoots() {
        assertThat(refusal("not-a-class-of-objects", String.class, int[].class, Basic.class))
                .isEqualTo("""
                java.lang.String: is not a class of your own whose objects can be kept; name those that hold its values
                int[]: is not a class of your own whose objects can be kept; name those that hold its values
                dev.espalier.internal.model.ModelRefusalsTest.Basic: is not a class of your own whose objects can be kept; name those that hold its values""");
        assertThat(refusal("empty-model"))
                .isEqualTo("no class is named; name at least one whose objects shall be kept");
    }

    static class Stamped extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        static int count;
        transient int cached;
        String stamp;
    }

    static class StampedAgain extends Stamped {
        private static final long serialVersionUID = 1;
    }

    static class Dictionary extends HashMap<String, String> {
        private static final long serialVersionUID = 1;
        private String language;
    }

    static class Wrapping extends AbstractList<String> {
        private final List<String> content = new ArrayList<>();

        @Override
        public String get(int index) {
            return content.get(index);
        }

        @Override
        public int size() {
            return content.size();
        }
    }

    static class Library {
        Stamped stamped;
        StampedAgain again;
        Dictionary dictionary;
        Wrapping wrapping;
        WeakHashMap<String, String> weak;
        PriorityQueue<Order2> queue;
    }

    @Test
    void collectionsThatWouldLoseSomethingAreRefused() {
        assertThat(refusal("unsupported-collection", Library.class).lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith(
                                        "Library.stamped: dev.espalier.internal.model.ModelRefusalsTest$Stamped has the field stamp, which would be lost"),
                        line -> assertThat(line)
                                .startsWith(
                                        "Library.again: dev.espalier.internal.model.ModelRefusalsTest$StampedAgain has the field stamp,"),
                        line -> assertThat(line)
                                .startsWith(
                                        "Library.dictionary: dev.espalier.internal.model.ModelRefusalsTest$Dictionary has the field language,"),
                        line -> assertThat(line)
                                .startsWith(
                                        "Library.wrapping: dev.espalier.internal.model.ModelRefusalsTest$Wrapping has the field content,"),
                        line -> assertThat(line).startsWith("Library.weak: java.util.WeakHashMap drops entries"),
                        line -> assertThat(line).startsWith("Library.queue: Order2 is not Comparable"));
    }

    sealed interface State permits Idle, Running {}

    static final class Idle implements State {
        public static final Idle INSTANCE = new Idle();

        private Idle() {}
    }

    static final class Running implements State {
        static final Running DEFAULT = new Running();
        int percent;

        private Running() {}
    }

    static class Machine {
        State state;
    }

    @Test
    void classWithOneObjectOnlyIsRefused() {
        assertThat(refusal("unsupported-type", Machine.class))
                .startsWith("State: Idle: has one object only, in its field INSTANCE,")
                .doesNotContain("Running");
    }

    static final class Stopped {
        static final Stopped STOPPED = new Stopped();

        private Stopped() {}
    }

    static final class Shade {
        static final Shade RED = new Shade("red");
        static final Shade GREEN = new Shade("green");
        final String name;

        private Shade(String name) {
            this.name = name;
        }
    }

    static final class Money {
        static final Money ZERO = new Money(0);
        final long cents;

        private Money(long cents) {
            this.cents = cents;
        }

        static Money of(long cents) {
            return new Money(cents);
        }
    }

    static final class Built {
        static final Built EMPTY = new Builder().build();
        final String text;

        private Built(String text) {
            this.text = text;
        }

        static final class Builder {
            Built build() {
                return new Built("");
            }
        }
    }

    @Test
    void classWhoseObjectsAreItsConstantsIsRefused() {
        assertThat(refusal("unsupported-type", Stopped.class))
                .startsWith("Stopped: has one object only, in its field STOPPED,");
        assertThat(refusal("unsupported-type", Shade.class))
                .startsWith(
                        "Shade: has no objects but those in its fields RED, GREEN, and each load would make other ones;");
        assertThat(ObjectModel.of(Money.class, Built.class).classes()).hasSize(2);
    }

    abstract static class Keyed<K> {
        K id;
    }

    static class ByText extends Keyed<String> {}

    @Test
    void idOfATypeVariableIsRefusedWhereItIsNoLong() {
        assertThat(refusal("bad-id", ByText.class))
                .contains(
                        "Keyed.id: the field id is the object's identity and has to be long or Long, not java.lang.String");
    }

    static class Twin {
        long id;
    }

    /** A tool that restarts a program within one process, and an application server, load classes more than once. */
    @Test
    void oneClassOfTwoLoadersIsRefused() {
        assertThat(refusal("class-loaded-twice", Twin.class, OtherLoader.twinOf(Twin.class)))
                .contains(Twin.class.getName(), "two class loaders")
                .contains(Twin.class.getClassLoader().toString());
    }

    private static String refusal(String code, Class<?>... roots) {
        ModelException refusal = catchThrowableOfType(ModelException.class, () -> ObjectModel.of(roots));
        assertThat(refusal.code()).isEqualTo(code);
        return refusal.getMessage();
    }
}
