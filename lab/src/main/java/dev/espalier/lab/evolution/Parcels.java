package dev.espalier.lab.evolution;

import dev.espalier.Model;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.ModelDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The model of the pack: some classes {@code Parcel1}, {@code Parcel2} ... with the same attributes, and one more class. */
final class Parcels {

    private final List<String> names;
    private ModelDraft draft;

    /** @param repeats how often an attribute gets a wider type: each time another one */
    Parcels(int classes, int repeats) {
        names = IntStream.rangeClosed(1, classes)
                .mapToObj(number -> "Parcel" + number)
                .toList();
        List<ClassDraft> all = new ArrayList<>();
        for (int i = 0; i < classes; i++) {
            List<AttributeDraft> attributes = new ArrayList<>(List.of(
                    AttributeDraft.of("label", "String"),
                    AttributeDraft.of("price", "long"),
                    AttributeDraft.of("due", "LocalDate"),
                    AttributeDraft.of("next", names.get((i + 1) % classes))));
            IntStream.rangeClosed(1, repeats)
                    .forEach(number -> attributes.add(AttributeDraft.of("count" + number, "int")));
            all.add(ClassDraft.of(names.get(i), attributes.toArray(AttributeDraft[]::new)));
        }
        all.add(ClassDraft.of("Extra", AttributeDraft.of("text", "String")));
        draft = ModelDraft.of(all, List.of(), List.of());
    }

    List<String> names() {
        return names;
    }

    /** The tables, as the library names them. */
    List<String> tables() {
        return IntStream.rangeClosed(1, names.size())
                .mapToObj(number -> "parcel" + number)
                .toList();
    }

    Model model() {
        return draft.toModel();
    }

    /** Adds an attribute to each class. */
    void addAttribute(String name, String type) {
        names.forEach(owner -> draft = draft.addAttribute(owner, AttributeDraft.of(name, type)));
    }

    /** Renames an attribute of each class. */
    void rename(String from, String to) {
        names.forEach(owner -> draft = draft.deleteAttribute(owner, from)
                .addAttribute(owner, AttributeDraft.of(to, "String").was(List.of(from))));
    }

    /** Gives an attribute of each class another type. */
    void retype(String name, String type) {
        names.forEach(
                owner -> draft = draft.deleteAttribute(owner, name).addAttribute(owner, AttributeDraft.of(name, type)));
    }

    /** Renames the class that nothing refers to. */
    void renameExtra(String from, String to) {
        draft = draft.deleteClass(from)
                .addClass(new ClassDraft(
                        to, List.of(), false, List.of(), List.of(from), List.of(AttributeDraft.of("text", "String"))));
    }

    /** Adds a class. */
    void addClass(String name) {
        draft = draft.addClass(ClassDraft.of(name, AttributeDraft.of("text", "String"))
                .withAttributes(List.of(
                        AttributeDraft.of("text", "String"),
                        AttributeDraft.of("amount", "int"),
                        AttributeDraft.of("day", "LocalDate"))));
    }
}
