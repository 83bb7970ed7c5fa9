package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredModel;
import dev.espalier.internal.catalog.tables.StoredNames;
import dev.espalier.internal.catalog.tables.Structure;
import dev.espalier.internal.catalog.tables.Structure.Kind;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.KnownNames;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which stored collection each collection of a program is, once the classes are known. The steps, each for what those before have left: the names that
 * programs have had for it, and {@code @Was}; the same name in the same class. What is left then is new, unless a stored collection that looks like it has members:
 * then it asks.
 */
final class CollectionClaims {

    private final Schema schema;
    private final StoredNames stored;
    private final StoredTables tables;
    private final Structure structure;
    private final CollectionConversions conversions;
    private final Map<PersistentClass, String> names;
    private final Set<String> questions;
    private final Set<TableSubject> claimed = new HashSet<>();
    private final Map<KnownNames.Field, TableSubject> lists = new LinkedHashMap<>();

    /**
     * @param schema of a new database
     * @param names of the classes in the database
     * @param questions gets what the program has to answer
     */
    CollectionClaims(
            Schema schema,
            StoredNames stored,
            StoredTables tables,
            Structure structure,
            CollectionConversions conversions,
            Map<PersistentClass, String> names,
            Set<String> questions) {
        this.schema = schema;
        this.stored = stored;
        this.tables = tables;
        this.structure = structure;
        this.conversions = conversions;
        this.names = names;
        this.questions = questions;
    }

    /** Answers by which collections of a class pass their names round; see {@link ClassClaims#rings}. */
    List<String> rings() {
        return Rings.of(fields(), this::answeredFields).stream()
                .map(
                        ring -> "@Was on "
                                + NameList.of(
                                        ring.stream().map(ProgramNames::of).toList())
                                + ": these collections pass their names round; expected names that no field of the class had before")
                .toList();
    }

    private List<CollectionAttribute> answeredFields(CollectionAttribute field) {
        List<String> former = field.access().formerNames();
        if (former == null || former.contains(field.name())) {
            return List.of();
        }
        String declaring = names.get(field.declaringClass());
        Set<TableSubject> called = declaring == null
                ? Set.of()
                : stored.listsOfClass(declaring).stream()
                        .filter(list -> former.stream().anyMatch(name -> stored.isCalled(list, name)))
                        .collect(Collectors.toSet());
        return fields().stream()
                .filter(other -> other.declaringClass() == field.declaringClass()
                        && other != field
                        && (former.contains(other.name()) || called.stream().anyMatch(list -> list.equals(own(other)))))
                .toList();
    }

    /** Takes all steps, and returns the stored names of the collections that are known. */
    Map<KnownNames.Field, TableSubject> match() {
        List<CollectionAttribute> left = new ArrayList<>(fields());
        left.removeIf(this::byAnswerOrName);
        left.removeIf(this::byOwnName);
        left.forEach(this::ask);
        return lists;
    }

    /** By the names that programs have had for it, else by its answer. If the collection was converted, by the last one of that kind. */
    private boolean byAnswerOrName(CollectionAttribute field) {
        Set<TableSubject> found = called(field).stream()
                .map(list -> conversions.latest(list, field))
                .filter(list -> !conversions.isConverted(list, field))
                .collect(Collectors.toCollection(TreeSet::new));
        if (found.size() > 1) {
            questions.add("@Was on " + ProgramNames.of(field) + ": the database knows several such fields: "
                    + NameList.of(found.stream().map(TableSubject::name).toList()));
        }
        return found.size() == 1 && claim(field, found.iterator().next());
    }

    private Set<TableSubject> called(CollectionAttribute field) {
        Set<TableSubject> found = ProgramNames.all(field).stream()
                .flatMap(one -> stored.listsOf(one).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        String declaring = names.get(field.declaringClass());
        if (found.isEmpty() && declaring != null) { // the class was renamed since
            found.addAll(stored.listsOfClass(declaring).stream()
                    .filter(list -> stored.isCalled(list, field.name()))
                    .toList());
        }
        List<String> former = field.access().formerNames();
        if (found.isEmpty() && former != null) {
            found.addAll(stored.lists().stream()
                    .filter(list -> former.contains(list.collection()) && isOfOwners(list, field))
                    .toList());
            found.removeIf(list -> fields().stream().anyMatch(other -> list.equals(own(other))));
        }
        return found;
    }

    private boolean byOwnName(CollectionAttribute field) {
        TableSubject own = own(field);
        TableSubject latest = own == null || !stored.lists().contains(own) ? null : conversions.latest(own, field);
        return latest != null
                && stored.lists().contains(latest)
                && !conversions.isConverted(latest, field)
                && claim(field, latest);
    }

    /** Returns false if another field has that collection already. */
    private boolean claim(CollectionAttribute field, TableSubject list) {
        boolean isFree = claimed.add(list);
        if (isFree) {
            lists.put(new KnownNames.Field(field.declaringClass(), field.name()), list);
        }
        return isFree;
    }

    private void ask(CollectionAttribute field) {
        if (field.access().formerNames() == null && !ProgramNames.isSaidToBeNew(field.declaringClass())) {
            stored.lists().stream()
                    .filter(list -> !claimed.contains(list)
                            && isOfOwners(list, field)
                            && StoredModel.fits(schema.link(field).table(), tables.of(list))
                            && tables.hasMembers(list))
                    .forEach(list -> questions.add(
                            list.name() + " of the database is no field of this program, and has the columns of "
                                    + ProgramNames.of(field) + ", which is new: was it renamed? Then write @Was(\""
                                    + list.collection() + "\") on it"));
        }
    }

    private List<CollectionAttribute> fields() {
        return schema.linkTables().stream().map(LinkTable::attribute).toList();
    }

    /** The stored collection of one that was not renamed; null if its class is new. */
    private @Nullable TableSubject own(CollectionAttribute field) {
        String declaring = names.get(field.declaringClass());
        return declaring == null ? null : new TableSubject(declaring, field.name());
    }

    /** Whether objects of a class with this field are among the owners of that collection. */
    private boolean isOfOwners(TableSubject list, CollectionAttribute field) {
        Table table = tables.of(list);
        Table declaring = tables.ofClass(list.className());
        Set<String> owners = table == null ? Set.of() : structure.of(Subject.of(Kind.OWNER, table));
        if (owners.isEmpty() && table != null && declaring != null) {
            owners = Set.of(declaring.name());
        }
        Set<String> found = owners;
        return field.declaringClass().concreteClasses().stream()
                .map(names::get)
                .filter(Objects::nonNull)
                .map(tables::ofClass)
                .anyMatch(owner -> owner != null && found.contains(owner.name()));
    }
}
