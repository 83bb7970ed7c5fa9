package dev.espalier.internal.catalog.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.internal.catalog.tables.DroppedName.Occasion;
import dev.espalier.internal.catalog.tables.DroppedName.Storage;
import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import dev.espalier.internal.catalog.tables.StoredAttributes.Numbered;
import dev.espalier.internal.catalog.tables.Structure.Kind;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.IndexKey;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class DescriptionRowsTest {

    private static final Table DOG = new Table(
            "dog",
            List.of(
                    new Column("id", ColumnType.BIGINT, false, false),
                    new Column("name", ColumnType.TEXT, true, true),
                    new Column("born", ColumnType.BIGINT, true, false)),
            1);
    private static final Table FRIENDS = new Table(
            "dog_friends",
            List.of(
                    new Column("owner", ColumnType.BIGINT, false, false),
                    new Column("pos", ColumnType.INTEGER, false, false),
                    new Column("target", ColumnType.BIGINT, true, false)),
            2);

    private static Line line(int number, List<String> types, List<String> storage, Set<String> names) {
        return new Line(number, types.stream().map(StoredType::of).toList(), storage, null, names, null, true);
    }

    private static Line of(int number, List<StoredType> types, List<String> storage, @Nullable String inverseOf) {
        return new Line(number, types, storage, inverseOf, Set.of(), null, true);
    }

    private static Line from(int number, String type, String storage, @Nullable Origin origin, boolean isFilled) {
        return new Line(number, List.of(StoredType.of(type)), List.of(storage), null, Set.of(), origin, isFilled);
    }

    private static Description everything() {
        TreeMap<LineKey, Line> lines = new TreeMap<>();
        lines.put(LineKey.ofClass("Animal"), line(1, List.of("class", "abstract"), List.of(), Set.of()));
        lines.put(LineKey.ofClass("Dog"), line(2, List.of("class"), List.of("Animal", "Pet"), Set.of("Pet")));
        lines.put(LineKey.ofClass("enum"), line(3, List.of("class"), List.of(), Set.of()));
        lines.put(LineKey.ofEnum("x"), line(4, List.of("enum"), List.of(), Set.of()));
        lines.put(
                LineKey.ofAttribute("Dog", "name"),
                line(5, List.of("String", "int", "long"), List.of("name"), Set.of("title", "label")));
        lines.put(
                LineKey.ofAttribute("Dog", "born"),
                line(6, List.of("Instant"), List.of("born", "born_nanos"), Set.of()));
        lines.put(LineKey.ofAttribute("Dog", "friends"), line(7, List.of("list"), List.of("dog_friends"), Set.of()));
        lines.put(
                LineKey.ofAttribute("Dog", "friends.value"),
                of(8, List.of(StoredType.reference("Dog"), StoredType.reference("Cat")), List.of("target"), null));
        lines.put(LineKey.ofAttribute("Dog", "pups"), of(9, List.of(StoredType.of("list")), List.of(), "mother"));
        lines.put(
                LineKey.ofAttribute("Dog", "chip"),
                of(10, List.of(StoredType.record("Chip"), StoredType.ofEnum("shop.Status")), List.of(), null));
        lines.put(LineKey.ofAttribute("Dog", "size_2"), from(11, "String", "size_2", new Origin("size"), false));
        lines.put(LineKey.ofAttribute("Dog", "weight"), from(12, "double", "weight", Origin.COMPUTED, true));
        lines.put(LineKey.ofEnum("shop.Status"), line(13, List.of("enum"), List.of("SENT", "NEW"), Set.of("shop.Old")));
        lines.put(LineKey.ofConstant("shop.Status", "NEW"), line(14, List.of("constant"), List.of(), Set.of("FRESH")));
        return new Description(
                "values",
                Map.of(TableSubject.ofClass("Dog"), DOG, new TableSubject("Dog", "friends"), FRIENDS),
                new Structure(Map.of(
                        new Subject(Kind.CLASS, "dog", "", List.of()), Set.of("Animal", "Dog"),
                        new Subject(Kind.REFERS, "dog", "mother_id", List.of()), Set.of("Animal"),
                        new Subject(Kind.DISTINCT, "dog_friends", "", List.of()), Set.of(Structure.NO_COLUMN),
                        new Subject(Kind.FEWEST, "dog_friends", "", List.of()), Set.of("2"),
                        new Subject(Kind.INDEX, "dog", "ix_dog_name_born", List.of("name", "born")),
                                Set.of("values", Structure.ASKED),
                        new Subject(Kind.UNIQUE, "dog", "code_of_dog", List.of("name")), Set.of("relations"))),
                Map.of(
                        TableSubject.ofClass("Dog"),
                        Set.of("shop.Dog", "shop.Hound"),
                        new TableSubject("Dog", "friends"),
                        Set.of("shop.Dog.mates")),
                new Numbered(lines, 20),
                List.of(
                        new DroppedName(
                                LineKey.ofClass("Cat"),
                                Set.of("shop.Cat"),
                                15,
                                List.of(new Storage("cat", "")),
                                new Occasion("2026", "shop.jar")),
                        new DroppedName(
                                LineKey.ofAttribute("Dog", "note"),
                                Set.of("b", "a"),
                                16,
                                List.of(new Storage("dog", "note"), new Storage("dog", "n")),
                                new Occasion("2026", "")),
                        new DroppedName(LineKey.ofEnum("shop.Mood"), Set.of(), 18, List.of(), new Occasion("2026", "")),
                        new DroppedName(
                                LineKey.ofConstant("shop.Status", "LOST"),
                                Set.of(),
                                17,
                                List.of(),
                                new Occasion("2026", "")),
                        new DroppedName(
                                LineKey.ofIndex("dog", "ix_dog_note"),
                                Set.of(),
                                0,
                                List.of(),
                                new Occasion("2026", ""))));
    }

    @Test
    void rowsTellEverythingOfADescription() {
        Description description = everything();
        assertThat(DescriptionRows.of(description).description("values")).isEqualTo(description);
        assertThat(DescriptionRows.of(Description.NONE).description("")).isEqualTo(Description.NONE);
    }

    @Test
    void rowsSayOfWhichKindADroppedThingWas() {
        assertThat(DescriptionRows.of(everything()).facts())
                .filteredOn(row -> row.get(0).equals("dropped-kind"))
                .extracting(row -> String.join(" ", row.subList(1, 5)))
                .containsExactly(
                        "15 Cat  class",
                        "16 Dog note attribute",
                        "18 shop.Mood  enum",
                        "17 shop.Status LOST constant",
                        "0 dog ix_dog_note index");
    }

    @Test
    void tableAndColumnOfADroppedThingAreTwoValues() {
        assertThat(DescriptionRows.of(everything()).facts())
                .filteredOn(row -> row.get(0).equals("dropped-storage"))
                .extracting(row -> row.subList(1, 4))
                .containsExactly(List.of("15", "cat", ""), List.of("16", "dog", "note"), List.of("16", "dog", "n"));
    }

    @Test
    void computedAttributeHasNoOrigin() {
        assertThat(DescriptionRows.of(everything()).attributes())
                .filteredOn(row -> row.get(3).equals("weight") || row.get(3).equals("size_2"))
                .extracting(row -> row.subList(8, 11))
                .containsExactly(List.of("size", "0", "0"), List.of("", "1", "1"));
    }

    @Test
    void anIndexIsUniqueByItsKindWhateverItsNameIs() {
        Structure structure = everything().structure();
        assertThat(structure.indexNames(Map.of(TableSubject.ofClass("Dog"), DOG)))
                .containsEntry(new IndexKey("dog", List.of("name"), true), "code_of_dog");
        assertThat(DescriptionRows.of(everything()).facts())
                .filteredOn(row -> row.get(3).equals("code_of_dog"))
                .extracting(row -> row.get(0))
                .containsExactly("unique", "index-column");
    }

    @Test
    void indexIsNoAttribute() {
        TreeMap<LineKey, Line> lines = new TreeMap<>();
        lines.put(LineKey.ofIndex("dog", "ix_dog_name"), line(1, List.of("index"), List.of(), Set.of()));
        lines.put(LineKey.ofEnum("shop.Status"), line(2, List.of("enum"), List.of(), Set.of()));
        assertThatThrownBy(() -> new Numbered(lines, 3)).hasMessageContaining("index dog ix_dog_name");
    }

    @Test
    void rowsOfOneStateHaveDifferentNumbers() {
        List<List<String>> attributes = DescriptionRows.of(everything()).attributes();
        assertThat(attributes).extracting(row -> row.get(0)).doesNotHaveDuplicates();
    }

    @Test
    void digestChangesWithEachRowAndTheNextNumber() {
        Description description = everything();
        Set<String> digests = new HashSet<>();
        digests.add(DescriptionRows.of(description).digest());
        assertThat(DescriptionRows.of(everything()).digest()).isIn(digests);
        digests.add(DescriptionRows.of(description.with(List.of())).digest());
        digests.add(
                DescriptionRows.of(description.with("values", Structure.NONE)).digest());
        StoredAttributes more = description.attributes();
        more.put("Dog", "age", List.of(StoredType.of("int")), List.of("age"), null, Set.of());
        digests.add(DescriptionRows.of(description.with(more)).digest());
        more.remove(Set.of(20));
        digests.add(DescriptionRows.of(description.with(more)).digest());
        assertThat(digests).hasSize(5);
    }
}
