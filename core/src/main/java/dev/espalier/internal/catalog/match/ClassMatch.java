package dev.espalier.internal.catalog.match;

import static dev.espalier.error.ErrorCode.RENAMED;

import dev.espalier.annotation.Was;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.catalog.tables.Structure;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds out which class and collection of a database each class and collection of a program is: {@link ClassClaims}, then {@link CollectionClaims}. If objects
 * would vanish from sight in silence, it asks: it refuses with {@code renamed}, and {@link Was} is the answer. For one opening, by one thread.
 */
public final class ClassMatch {

    private static final String ANSWER =
            "\n  Write @Was(\"the former name\") on what was renamed, and @Was({}) on what is new";

    private final Schema schema;
    private final StoredNames stored;
    private final StoredTables tables;
    private final Structure structure;
    private final CollectionConversions conversions;

    /**
     * @param schema of a new database
     * @param stored to be changed by {@link #record}
     * @param description what the database says of its model
     * @param hasRows whether there is something in a table of the database
     */
    public ClassMatch(
            Schema schema,
            StoredNames stored,
            Description description,
            Predicate<Table> hasRows,
            CollectionConversions conversions) {
        this.schema = schema;
        this.stored = stored;
        this.tables = new StoredTables(description.tables(), hasRows);
        this.structure = description.structure();
        this.conversions = conversions;
    }

    /**
     * The names of classes and collections, without those of indexes.
     *
     * @throws SchemaException {@code renamed}
     */
    public KnownNames resolve(Place place) {
        Set<String> questions = new LinkedHashSet<>();
        ClassClaims classes = new ClassClaims(schema, stored, tables, questions);
        refuse(classes.rings(), place);
        Map<PersistentClass, String> names = classes.match();
        CollectionClaims collections =
                new CollectionClaims(schema, stored, tables, structure, conversions, names, questions);
        refuse(collections.rings(), place);
        Map<KnownNames.Field, TableSubject> lists = collections.match();
        if (!questions.isEmpty()) {
            throw new SchemaException(
                    RENAMED,
                    place + " keeps objects that this program would not see:\n  "
                            + Answers.spelled(schema.model(), String.join("\n  ", questions) + ANSWER));
        }
        Set<String> taken = new TreeSet<>(stored.classes());
        stored.lists().forEach(list -> taken.add(list.name()));
        return new KnownNames(names, lists, taken, tables.bySubject(), Map.of(), Set.of(), Map.of(), Set.of());
    }

    private void refuse(List<String> rings, Place place) {
        if (!rings.isEmpty()) {
            throw new SchemaException(
                    RENAMED,
                    place + ": this program would read the one for the other:\n  "
                            + Answers.spelled(schema.model(), String.join("\n  ", rings)));
        }
    }

    /** Writes down what the program calls everything. */
    public void record(Schema resolved) {
        for (PersistentClass type : resolved.model().classes()) {
            type.programNames().forEach(name -> stored.addClass(resolved.nameOf(type), name));
        }
        for (LinkTable link : resolved.linkTables()) {
            CollectionAttribute field = link.attribute();
            TableSubject list = resolved.subjectOf(field);
            boolean isNamedSo = list.equals(new TableSubject(resolved.nameOf(field.declaringClass()), field.name()));
            ProgramNames.all(field).forEach(own -> stored.addList(list, own, isNamedSo));
        }
    }
}
