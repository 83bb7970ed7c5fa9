package dev.espalier.internal.catalog.match;

import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.TableSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Finds which stored collections become collections of another kind, or with other members. For one opening, by one thread. */
public final class CollectionConversions {

    private final StoredAttributes stored;
    private final BiPredicate<PersistentClass, String> computed;
    private final ComponentAnswers components;

    /** @param computed whether a migration computes an attribute of a class */
    public CollectionConversions(StoredAttributes stored, BiPredicate<PersistentClass, String> computed) {
        this.stored = stored;
        this.computed = computed;
        this.components = new ComponentAnswers(stored);
    }

    /** Whether a field is said to be that stored collection, or a migration computes it, and it needs a table of its own for its members. */
    boolean isConverted(TableSubject list, CollectionAttribute field) {
        String className = list.className();
        String name = list.collection();
        List<String> former = field.access().formerNames() != null
                ? field.access().formerNames()
                : computed.test(field.declaringClass(), field.name()) ? List.of(field.name()) : List.of();
        boolean isFormer = stored.convertedTo(className, name) != null
                && (former.contains(name) || former.contains(stored.latest(className, name)));
        boolean isSaidToBeNew = field.access().formerNames() != null && former.isEmpty();
        return isFormer
                || !isSaidToBeNew && components.areConverted(className, field, name)
                || former.stream().anyMatch(one -> name.equals(stored.latest(className, one)))
                        && !holds(className, name, field);
    }

    /** The collection, or the last of those to which it was converted that has the members of a field. */
    TableSubject latest(TableSubject list, CollectionAttribute field) {
        String className = list.className();
        List<String> names = new ArrayList<>();
        for (String name = list.collection(); name != null; name = stored.convertedTo(className, name)) {
            names.add(0, name);
        }
        return names.stream()
                .filter(name -> stored.find(className, name) != null && holds(className, name, field))
                .reduce((one, other) ->
                        components.fitting(className, field, other) > components.fitting(className, field, one)
                                ? other
                                : one)
                .map(name -> new TableSubject(className, name))
                .orElse(list);
    }

    private boolean holds(String className, String name, CollectionAttribute field) {
        return AttributeTypes.holds(field, name, path -> stored.find(className, path));
    }
}
