package dev.espalier.internal.plan;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All references of a model: fields, members of collections and keys of maps, also within records. */
final class References {

    /** A reference from a concrete class to a declared one, with its inverse step. */
    private record Reference(PersistentClass owner, PersistentClass target, Step back) {}

    private final List<Reference> references = new ArrayList<>();

    References(ObjectModel model) {
        for (PersistentClass type : model.classes()) {
            if (!type.isAbstract()) {
                type.attributes().forEach(attribute -> add(type, declared(attribute)));
            }
        }
    }

    /** Returns the attribute of the declaring class: subclasses have equal ones of their own. */
    private static Attribute declared(Attribute attribute) {
        return attribute instanceof CollectionAttribute collection
                ? Objects.requireNonNullElse(collection.declaringClass().attribute(collection.name()), collection)
                : attribute;
    }

    /** Returns the inverse steps of all paths from the objects of one class to those of another. */
    List<Step> between(PersistentClass from, PersistentClass to) {
        Set<PersistentClass> above = new HashSet<>(from.concreteClasses());
        reach(above, true);
        Set<PersistentClass> below = new HashSet<>(to.concreteClasses());
        reach(below, false);
        Set<Step> steps = new LinkedHashSet<>();
        for (Reference reference : references) {
            if (above.contains(reference.owner())
                    && reference.target().concreteClasses().stream().anyMatch(below::contains)) {
                steps.add(reference.back());
            }
        }
        return List.copyOf(steps);
    }

    /** Adds all classes at the other end of references. */
    private void reach(Set<PersistentClass> reached, boolean downwards) {
        Deque<PersistentClass> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            PersistentClass type = open.pop();
            for (Reference reference : references) {
                Collection<PersistentClass> targets = reference.target().concreteClasses();
                Collection<PersistentClass> next = downwards
                        ? (reference.owner() == type ? targets : List.of())
                        : (targets.contains(type) ? List.of(reference.owner()) : List.of());
                next.stream().filter(reached::add).forEach(open::push);
            }
        }
    }

    private void add(PersistentClass owner, Attribute attribute) {
        if (attribute instanceof CollectionAttribute inverse && inverse.isInverse()) {
            PersistentClass members = inverse.members();
            ReferenceAttribute field =
                    inverse.reference(members.concreteClasses().get(0));
            FieldRef reference = new FieldRef(
                    new FieldRef.Row.Objects(members),
                    List.of(field),
                    new FieldRef.Content.Reference(field.target()),
                    false);
            references.add(new Reference(owner, members, new Step.Follow(reference, field.target())));
        } else if (attribute instanceof CollectionAttribute collection) {
            if (collection.key() != null) {
                add(owner, collection, new FieldRef.Row.Keys(collection), collection.key());
            }
            add(owner, collection, new FieldRef.Row.Members(collection), collection.element());
        } else {
            add(owner, null, new FieldRef.Row.Objects(owner), List.of(), attribute);
        }
    }

    private void add(
            PersistentClass owner, @Nullable CollectionAttribute collection, FieldRef.Row row, Element element) {
        if (element instanceof Element.Reference reference) {
            add(owner, collection, row, List.of(), reference.target());
        } else if (element instanceof Element.Embedded embedded) {
            add(owner, collection, row, List.of(), embedded.type());
        }
    }

    private void add(
            PersistentClass owner,
            @Nullable CollectionAttribute collection,
            FieldRef.Row row,
            List<Attribute> chain,
            EmbeddedType record) {
        record.components().forEach(component -> add(owner, collection, row, chain, component));
    }

    private void add(
            PersistentClass owner,
            @Nullable CollectionAttribute collection,
            FieldRef.Row row,
            List<Attribute> around,
            Attribute attribute) {
        List<Attribute> chain = new ArrayList<>(around);
        chain.add(attribute);
        if (attribute instanceof ReferenceAttribute reference) {
            add(owner, collection, row, chain, reference.target());
        } else if (attribute instanceof EmbeddedAttribute embedded) {
            add(owner, collection, row, chain, embedded.type());
        }
    }

    /** Adds a reference. Subclasses share the table of a collection, so its inverse step leads to the owners of all of them. */
    private void add(
            PersistentClass owner,
            @Nullable CollectionAttribute collection,
            FieldRef.Row row,
            List<Attribute> chain,
            PersistentClass target) {
        FieldRef field = new FieldRef(row, chain, new FieldRef.Content.Reference(target), false);
        references.add(new Reference(
                owner,
                target,
                collection == null
                        ? new Step.Referrers(owner, field)
                        : new Step.Holders(collection.declaringClass(), collection, field)));
    }
}
