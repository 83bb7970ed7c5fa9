package dev.espalier.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.annotation.Index;
import dev.espalier.annotation.Transient;
import dev.espalier.annotation.Unique;
import java.lang.invoke.MethodType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
@NullUnmarked // its classes are written as users write theirs
class ModelReaderTest {

    static class Order {
        long id;

        @Index
        LocalDate due;

        @Unique
        @SuppressWarnings("unused")
        private final Customer buyer;

        @Index
        List<Line> lines = new ArrayList<>();

        Money total;
        static int count;
        transient int seen;

        @Transient
        String note;

        Order(Customer buyer) {
            this.buyer = buyer;
        }
    }

    static class Customer {
        String name;
        Optional<Customer> referredBy = Optional.empty();
        OptionalInt age = OptionalInt.empty();
    }

    static class Line {
        @SuppressWarnings("unused")
        private Long id;

        int count;
        Map<String, Product> options;
    }

    record Product(
            long id,
            String name,
            List<Product> parts,
            @Transient int cached) {}

    record Money(String currency, long cents, Account from) {}

    static class Account {}

    @Test
    void modelHasAllClassesReachableFromTheNamedOne() {
        assertThat(describe(ObjectModel.of(Order.class))).isEqualTo("""
                Account
                Customer
                  name: String
                  referredBy -> Customer
                  age: Integer
                Line with id
                  count: int
                  options: MAP of String to -> Product
                Order with id
                  due: LocalDate indexed
                  buyer -> Customer unique
                  lines: LIST of -> Line indexed
                  total: Money(currency: String, cents: long, from -> Account)
                Product with id
                  name: String
                  parts: LIST of -> Product
                """);
    }

    abstract static class Shape {
        long id;
        String name;
        List<Shape> inside;
    }

    static class Circle extends Shape {
        double radius;
    }

    static class Square extends Shape {
        double side;
    }

    static class FilledSquare extends Square {}

    @Test
    void subclassesHaveTheAttributesOfTheirSuperclassesFirst() {
        ObjectModel model = ObjectModel.of(Circle.class, FilledSquare.class);

        assertThat(describe(model)).isEqualTo("""
                Circle with id
                  name: String
                  inside: LIST of -> Shape
                  radius: double
                FilledSquare with id
                  name: String
                  inside: LIST of -> Shape
                  side: double
                abstract Shape with id
                  name: String
                  inside: LIST of -> Shape
                Square with id
                  name: String
                  inside: LIST of -> Shape
                  side: double
                """);
        assertThat(model.find(Shape.class).concreteClasses())
                .extracting(PersistentClass::name)
                .containsExactly("Circle", "FilledSquare", "Square");
        assertThat(model.find(Square.class).concreteClasses())
                .extracting(PersistentClass::name)
                .containsExactly("FilledSquare", "Square");
        CollectionAttribute inside =
                (CollectionAttribute) model.find(FilledSquare.class).attribute("inside");
        assertThat(inside.declaringClass()).isSameAs(model.find(Shape.class));
    }

    sealed interface Payment permits Card, Cash {}

    record Card(String number) implements Payment {}

    static final class Cash implements Payment {}

    static class Invoice {
        Payment paidBy;
        Card remembered;
    }

    @Test
    void sealedTypeBringsItsSubclassesAndItsRecordsAreObjects() {
        assertThat(describe(ObjectModel.of(Invoice.class))).isEqualTo("""
                Card
                  number: String
                Cash
                Invoice
                  paidBy -> Payment
                  remembered -> Card
                abstract Payment
                """);
    }

    @Test
    void namedRecordIsAnObjectEvenWithoutAnId() {
        assertThat(describe(ObjectModel.of(Money.class))).isEqualTo("""
                Account
                Money
                  currency: String
                  cents: long
                  from -> Account
                """);
    }

    static class Keyed<K, V> {
        K key;
        List<V> values;
        List<? extends K> others;
    }

    abstract static class Half<V> extends Keyed<String, V> {}

    static class Whole extends Half<Integer> {}

    static class Parcel extends Keyed<Account, Account> {}

    @Test
    void typeVariablesAreResolvedThroughSuperclasses() {
        ObjectModel model = ObjectModel.of(Whole.class, Parcel.class);

        assertThat(describe(model)).isEqualTo("""
                Account
                abstract Half
                  key: String
                  others: LIST of String
                abstract Keyed
                Parcel
                  key -> Account
                  values: LIST of -> Account
                  others: LIST of -> Account
                Whole
                  key: String
                  values: LIST of Integer
                  others: LIST of String
                """);
        CollectionAttribute values =
                (CollectionAttribute) model.find(Whole.class).attribute("values");
        CollectionAttribute others =
                (CollectionAttribute) model.find(Whole.class).attribute("others");
        assertThat(values.declaringClass().name()).isEqualTo("Whole");
        assertThat(others.declaringClass().name()).isEqualTo("Half");
    }

    static class Tags extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        private Tags() {}
    }

    record Pair<A, B>(A first, B second) {}

    static class Collected {
        Tags tags;
        HashMap<Pair<Integer, String>, Double> weights;
        SortedMap<LocalDate, Account> byDay;
        Set<Pair<Account, Thread.State>> states;
        int[] numbers;
        Account[] accounts;
        byte[] picture;
        char[] letters;
        Optional<Pair<String, String>> pair;
    }

    @Test
    void collectionsOfAllKindsHoldValuesRecordsAndObjects() {
        assertThat(describe(ObjectModel.of(Collected.class))).isEqualTo("""
                Account
                Collected
                  tags: LIST of String
                  weights: MAP of Pair(first: Integer, second: String) to Double
                  byDay: SORTED_MAP of LocalDate to -> Account
                  states: SET of Pair(first -> Account, second: State)
                  numbers: ARRAY of Integer
                  accounts: ARRAY of -> Account
                  picture: byte[]
                  letters: ARRAY of Character
                  pair: Pair(first: String, second: String)
                """);
    }

    static class Inbox {
        Account account;
        ModelReaderTest.Other.Account other;
        Other.INBOX capital;
    }

    static class Other {
        static class Account {}

        static class INBOX {}
    }

    @Test
    void simpleNamesThatDifferOnlyInCaseBecomeCanonicalNames() {
        Locale before = Locale.getDefault();
        try {
            // In Turkish the lower case of I is a letter without a dot.
            Locale.setDefault(new Locale("tr", "TR"));
            assertThat(ObjectModel.of(Inbox.class).classes())
                    .extracting(PersistentClass::name)
                    .containsExactly(
                            "dev.espalier.internal.model.ModelReaderTest.Account",
                            "dev.espalier.internal.model.ModelReaderTest.Inbox",
                            "dev.espalier.internal.model.ModelReaderTest.Other.Account",
                            "dev.espalier.internal.model.ModelReaderTest.Other.INBOX");
        } finally {
            Locale.setDefault(before);
        }
    }

    /** The model as text: a class a line, its attributes below. */
    private static String describe(ObjectModel model) {
        StringBuilder text = new StringBuilder();
        for (PersistentClass type : model.classes()) {
            text.append(type.isAbstract() ? "abstract " : "")
                    .append(type)
                    .append(type.id() == null ? "" : " with id")
                    .append('\n');
            type.attributes()
                    .forEach(attribute ->
                            text.append("  ").append(describe(attribute)).append('\n'));
        }
        return text.toString();
    }

    private static String describe(Attribute attribute) {
        if (attribute instanceof ValueAttribute value) {
            String type = value.nullable() ? name(value.type()) : primitive(value.type());
            return value.name() + ": " + type + (value.indexed() ? " indexed" : "") + (value.unique() ? " unique" : "");
        }
        if (attribute instanceof ReferenceAttribute reference) {
            return reference.name() + " -> " + reference.target() + (reference.unique() ? " unique" : "");
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return embedded.name() + ": " + describe(embedded.type());
        }
        CollectionAttribute collection = (CollectionAttribute) attribute;
        return collection.name() + ": " + collection.container() + " of "
                + (collection.key() == null ? "" : describe(collection.key()) + " to ")
                + describe(collection.element()) + (collection.indexed() ? " indexed" : "");
    }

    private static String describe(Element element) {
        if (element instanceof Element.Value value) {
            return name(value.type());
        }
        if (element instanceof Element.Embedded embedded) {
            return describe(embedded.type());
        }
        return "-> " + ((Element.Reference) element).target();
    }

    private static String describe(EmbeddedType type) {
        return type.components().stream()
                .map(ModelReaderTest::describe)
                .collect(Collectors.joining(", ", type.javaClass().getSimpleName() + "(", ")"));
    }

    private static String name(ValueType type) {
        return type.javaClass().getSimpleName();
    }

    private static String primitive(ValueType type) {
        return MethodType.methodType(type.javaClass()).unwrap().returnType().getSimpleName();
    }
}
