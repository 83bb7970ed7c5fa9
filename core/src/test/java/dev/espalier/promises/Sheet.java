package dev.espalier.promises;

import java.util.ArrayList;
import java.util.List;

/** Refers to objects that several threads store at once, with and without an id field. */
final class Sheet {

    /** An object without an id field. */
    static final class Tag {
        String text;

        static Tag of(String text) {
            Tag tag = new Tag();
            tag.text = text;
            return tag;
        }
    }

    long id;
    String name;
    Sheet shared;
    List<Tag> tags = new ArrayList<>();

    static Sheet named(String name) {
        Sheet sheet = new Sheet();
        sheet.name = name;
        return sheet;
    }
}
