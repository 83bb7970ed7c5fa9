package dev.espalier.catalog;

import dev.espalier.model.Attribute;
import dev.espalier.model.CollectionAttribute;
import dev.espalier.model.ColumnType;
import dev.espalier.model.Element;
import dev.espalier.model.EmbeddedAttribute;
import dev.espalier.model.EmbeddedType;
import dev.espalier.model.PersistentClass;
import dev.espalier.schema.Column;
import dev.espalier.schema.KnownNames;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The columns of attributes that have no line in {@link StoredAttributes}: those of databases from before there were such lines. There the column has
 * the name that a new column of the attribute would have.
 */
final class LegacyColumns {

    private final Schema now;
    private @Nullable Schema first;
    private final StoredAttributes stored;
    private final KnownNames known;
    private final List<String> conflicts = new ArrayList<>();

    /** @param now the schema of a new database */
    LegacyColumns(Schema now, StoredAttributes stored, KnownNames known) {
        this.now = now;
        this.stored = stored;
        this.known = known;
    }

    private Schema first() {
        Schema made = first;
        if (made == null) {
            made = Schema.withFirstNames(now.model());
            first = made;
        }
        return made;
    }

    /** The columns that do not fit the attributes of their names. */
    List<String> conflicts() {
        return conflicts;
    }

    /** The columns of an attribute that is no collection, and of its components, by the keys of {@link KnownNames#attribute}; none where it is new. */
    Map<String, List<String>> of(PersistentClass type, Attribute attribute, String path) {
        String name = known.classes().getOrDefault(type, "");
        Table table = known.tables().get("class " + name);
        if (table == null
                || type.isAbstract()
                || attribute instanceof CollectionAttribute
                || path.contains(Schema.MEMBER + ".")
                || path.contains(Schema.KEY + ".")) {
            return Map.of();
        }
        Search search = new Search(
                type,
                table,
                stored.columns(name, ""),
                schema -> schema.table(type).table());
        search.attribute(attribute, path + attribute.name());
        return search.found;
    }

    /** The same of a collection's keys or members. */
    Map<String, List<String>> ofElement(CollectionAttribute collection, String end, Element element) {
        PersistentClass type = collection.declaringClass();
        String name = known.classes().get(type);
        String list = known.lists().get(new KnownNames.Field(type, collection.name()));
        Table table = known.tables().get("list " + list);
        if (name == null || list == null || table == null) {
            return Map.of();
        }
        Search search = new Search(
                type,
                table,
                stored.columns(name, StoredNames.simple(list) + "."),
                schema -> schema.link(collection).table());
        search.element(element, collection.name() + end);
        return search.found;
    }

    /** A search in one table. */
    private final class Search {

        private final Map<String, List<String>> found = new HashMap<>();
        private final PersistentClass type;
        private final Map<String, Column> free = new HashMap<>();
        private final Schema names;
        private final Table wanted;
        private final String place;

        Search(PersistentClass type, Table table, Set<String> claimed, Function<Schema, Table> wanted) {
            this.type = type;
            table.columns().stream()
                    .filter(column -> !claimed.contains(column.name()))
                    .forEach(column -> free.put(column.name(), column));
            this.names = wanted.apply(first()).columns().equals(table.columns()) ? first() : now;
            this.wanted = wanted.apply(names);
            this.place = table.name();
        }

        void attribute(Attribute attribute, String path) {
            if (attribute instanceof EmbeddedAttribute embedded) {
                record(embedded.type(), path);
            } else {
                columns(path);
            }
        }

        void element(Element element, String path) {
            if (element instanceof Element.Embedded embedded) {
                record(embedded.type(), path);
            } else {
                columns(path);
            }
        }

        private void columns(String path) {
            List<String> columns = names.columnsOf(type, path);
            if (!columns.isEmpty() && free.containsKey(columns.get(0))) {
                columns.forEach(column -> compare(path, column));
                found.put(key(path), columns);
            }
        }

        private void record(EmbeddedType record, String path) {
            int before = found.size();
            record.components().forEach(component -> attribute(component, path + "." + component.name()));
            String witness = names.columnsOf(type, path).get(0);
            if (free.containsKey(witness)) {
                found.put(key(path), List.of(witness));
            } else if (found.size() > before) {
                conflicts.add(type + "." + path + ": the database has no column " + place + "." + witness
                        + ", which tells whether there is a record");
            }
        }

        private void compare(String path, String name) {
            Column has = free.get(name);
            Column needs = wanted.columns().stream()
                    .filter(column -> column.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            if (has == null) {
                conflicts.add(type + "." + path + ": the model has the column " + name + " " + needs.type()
                        + ", the database has not");
            } else if (isNarrower(needs.type(), has.type()) || has.nullable() && !needs.nullable()) {
                conflicts.add(type + "." + path + ": " + name + " is " + described(needs) + " in the model and "
                        + described(has) + " in the database");
            }
        }

        private static boolean isNarrower(ColumnType needs, ColumnType has) {
            return needs != has && !(needs.isInteger() && has.isInteger() && needs.compareTo(has) > 0);
        }

        private static String described(Column column) {
            return column.type() + (column.nullable() ? "?" : "") + (column.unique() ? "!" : "");
        }

        private String key(String path) {
            return KnownNames.attribute(type.name(), path);
        }
    }
}
