package dev.espalier.internal.catalog.change;

import dev.espalier.Model;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import dev.espalier.internal.Insides;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a model as the cases of {@link ChangePlannerTest} write it:
 *
 * <pre>
 * abstract Animal
 *   name: String, index
 * Dog extends Animal & Pet, was Hound
 * Cat, in zoo
 *   owner: Person, was keeper
 * record Money
 *   amount: BigDecimal
 * enum zoo.State: NEW, PAID was BOUGHT, SENT new
 * </pre>
 */
final class ModelText {

    private final List<ClassDraft> classes = new ArrayList<>();
    private final List<RecordDraft> records = new ArrayList<>();
    private final List<EnumDraft> enums = new ArrayList<>();

    private ModelText() {}

    static Schema read(List<String> lines) {
        ModelText text = new ModelText();
        for (int at = 0; at < lines.size(); ) {
            String head = lines.get(at++);
            List<AttributeDraft> attributes = new ArrayList<>();
            while (at < lines.size() && lines.get(at).startsWith("  ")) {
                attributes.add(attribute(lines.get(at++).strip()));
            }
            text.add(head, attributes);
        }
        return Insides.of(
                Model.class,
                ModelDraft.of(text.classes, text.records, text.enums).toModel(),
                Schema.class);
    }

    private void add(String head, List<AttributeDraft> attributes) {
        if (head.startsWith("enum ")) {
            enums.add(constants(head.substring("enum ".length())));
        } else if (head.startsWith("record ")) {
            records.add(RecordDraft.of(head.substring("record ".length()), attributes.toArray(AttributeDraft[]::new)));
        } else {
            boolean isAbstract = head.startsWith("abstract ");
            String[] parts = (isAbstract ? head.substring("abstract ".length()) : head).split(", ");
            String[] names = parts[0].split(" extends ");
            List<String> javaNames = List.of();
            List<String> former = null;
            for (int i = 1; i < parts.length; i++) {
                if (parts[i].startsWith("in ")) {
                    javaNames = List.of(parts[i].substring("in ".length()) + "." + names[0]);
                } else {
                    former = former(parts[i]);
                }
            }
            classes.add(new ClassDraft(
                    names[0],
                    javaNames,
                    isAbstract,
                    names.length > 1 ? List.of(names[1].split(" & ")) : List.of(),
                    former,
                    attributes));
        }
    }

    private static AttributeDraft attribute(String line) {
        int colon = line.indexOf(": ");
        // a comma within <> belongs to the type
        String[] parts = line.substring(colon + 2).split(", (?![^<]*>)", -1);
        AttributeDraft attribute = AttributeDraft.of(line.substring(0, colon), parts[0]);
        for (int i = 1; i < parts.length; i++) {
            attribute = switch (parts[i]) {
                case "index" -> attribute.withIndex();
                case "unique" -> attribute.withUnique();
                default ->
                    parts[i].startsWith("inverse of ")
                            ? attribute.withInverse(parts[i].substring("inverse of ".length()))
                            : attribute.was(former(parts[i]));
            };
        }
        return attribute;
    }

    private static @Nullable List<String> former(String words) {
        if (words.equals("new")) {
            return List.of();
        }
        if (!words.startsWith("was ")) {
            throw new IllegalArgumentException("found '" + words + "', expected 'new' or 'was NAME'");
        }
        return List.of(words.substring("was ".length()).split(" and "));
    }

    private static EnumDraft constants(String text) {
        int colon = text.indexOf(": ");
        List<String> names = new ArrayList<>();
        Map<String, String> former = new LinkedHashMap<>();
        for (String constant : text.substring(colon + 2).split(", ")) {
            String[] words = constant.split(" ");
            names.add(words[0]);
            if (words.length > 1) {
                former.put(words[0], words[1].equals("new") ? words[0] : words[2]);
            }
        }
        String name = text.substring(0, colon);
        return new EnumDraft(name.substring(name.lastIndexOf('.') + 1), name, names, former);
    }
}
