package dev.espalier.internal.catalog;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Index;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.PartLink;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Definition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tables of objects as a text of SQL for people: the definitions, with a comment behind each column that says what it keeps. For one text. */
public final class TablesText {

    private final Schema schema;
    private final Dialect dialect;
    private final Set<Index> indexes;
    private final StringBuilder text = new StringBuilder();

    private TablesText(Schema schema, Dialect dialect, Set<Index> indexes) {
        this.schema = schema;
        this.dialect = dialect;
        this.indexes = indexes;
    }

    /** @param indexes those that stand */
    public static String of(Schema schema, Dialect dialect, Set<Index> indexes) {
        TablesText tables = new TablesText(schema, dialect, indexes);
        Set<LinkTable> written = new HashSet<>();
        for (ClassTable table : schema.classTables()) {
            tables.add(table);
            table.links().stream().filter(written::add).forEach(link -> tables.add(table, link));
        }
        return tables.text.toString();
    }

    private void add(ClassTable table) {
        List<String> comments = blank(table.table());
        comments.set(ClassTable.ID, "the id of the object; no two objects of any class have the same");
        comments.set(ClassTable.VERSION, "how often the object was changed");
        table.fields().forEach(field -> describe(field.attribute().name(), field.slot(), comments));
        add(table.type().name(), table.table(), comments);
    }

    private void add(ClassTable owner, LinkTable link) {
        CollectionAttribute attribute = link.attribute();
        List<String> comments = blank(link.table());
        comments.set(LinkTable.OWNER, "the id of the object that has the collection");
        comments.set(LinkTable.POS, "the place, from 0 without gaps");
        if (link.key() != null) {
            describe("key", link.key(), comments);
        }
        describe("member", link.element(), comments);
        add(owner.type().name() + "." + attribute.name(), link.table(), comments);
    }

    /** A column that nobody describes belongs to an attribute that only newer programs know. */
    private static List<String> blank(Table table) {
        return new ArrayList<>(
                table.columns().stream().map(column -> "of another version").toList());
    }

    private static void describe(String path, Slot slot, List<String> comments) {
        if (slot instanceof Slot.ValueSlot value) {
            for (int i = 0; i < value.width(); i++) {
                comments.set(
                        value.at() + i,
                        path + ": " + value.type().name()
                                + meaning(value.type().parts().get(i).suffix()));
            }
        } else if (slot instanceof Slot.ReferenceSlot reference) {
            comments.set(reference.at(), path + ": the id of an object of " + reference.target());
        } else if (slot instanceof Slot.EmbeddedSlot embedded) {
            if (embedded.presence()) {
                comments.set(embedded.at(), path + ": whether there is one");
            }
            List<Attribute> components = embedded.type().components();
            for (int i = 0; i < components.size(); i++) {
                describe(
                        path + "." + components.get(i).name(),
                        embedded.components().get(i),
                        comments);
            }
        }
    }

    private static String meaning(String suffix) {
        return switch (suffix) {
            case "" -> "";
            case "_scale" -> ", digits behind the point";
            case "_nanos" -> ", nanoseconds behind the microsecond";
            case "_offset" -> ", seconds of the offset";
            default -> ", " + suffix.substring(1);
        };
    }

    private void add(String title, Table table, List<String> comments) {
        for (PartLink link : schema.partLinks(table)) {
            int at = table.columns().indexOf(link.column());
            comments.set(at, comments.get(at) + (link.isInverse() ? ", of which it is a part" : ", which is a part"));
        }
        text.append(text.isEmpty() ? "" : "\n").append("-- ").append(title).append('\n');
        text.append(dialect.commented(table, comments)).append(";\n");
        indexesOf(table).forEach(index -> text.append(index).append(";\n"));
    }

    private List<String> indexesOf(Table table) {
        return indexes.stream()
                .filter(index -> index.table().name().equals(table.name()))
                .sorted(Comparator.comparing(Index::name))
                .map(index -> dialect.render(new Definition.CreateIndex(index)))
                .flatMap(Collection::stream)
                .toList();
    }
}
