package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.AMBIGUOUS_FIELD;
import static dev.espalier.error.ErrorCode.NOT_RECURSIVE;
import static dev.espalier.error.ErrorCode.NO_OBJECT;
import static dev.espalier.error.ErrorCode.NO_RELATION;
import static dev.espalier.error.ErrorCode.TOO_MANY_STEPS;
import static dev.espalier.error.ErrorCode.UNRELATED_CLASS;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.QueryException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Resolves paths through the model. */
final class Paths {

    /** More repetitions than any data has levels; each can cost a statement. */
    private static final int MOST_REPETITIONS = 1_000;

    private final Names names;
    private final InverseNames inverseNames;
    private final QueryErrors mistakes;

    Paths(ObjectModel model, QueryErrors mistakes) {
        this.names = new Names(model, mistakes);
        this.inverseNames = new InverseNames(model);
        this.mistakes = mistakes;
    }

    /** Resolves a path from a scope. */
    ResolvedPath reach(Scope scope, Path path) {
        Walk walk = new Walk(scope, null);
        for (Path.Step step : inverseNames.steps(path.steps())) {
            walk.take(step);
        }
        return new ResolvedPath(walk.steps, requireNonNull(walk.slot), walk.owners, walk.atObjects);
    }

    /** Refuses a word in the place of a value that no field has as its name. */
    void requireFieldOrValue(Scope scope, Formula value) {
        if (value instanceof Path path
                && path.steps().size() == 1
                && path.steps().get(0) instanceof Path.Field field) {
            names.requireField(scope, field.name(), field.position());
        }
    }

    /** Returns the class of a class filter, and refuses one that no object of the declared class can have. */
    PersistentClass narrowed(PersistentClass declared, Path.ClassName name) {
        PersistentClass type = names.type(name);
        if (!related(type, declared)) {
            throw mistakes.at(name.position(), UNRELATED_CLASS, "no " + declared + " is a " + type);
        }
        return type.isSubclassOf(declared) ? type : declared;
    }

    boolean related(PersistentClass a, PersistentClass b) {
        return a.isSubclassOf(b)
                || b.isSubclassOf(a)
                || a.concreteClasses().stream().anyMatch(b.concreteClasses()::contains);
    }

    /** The resolution of one path: the steps so far, and the slot at their end. */
    private final class Walk {

        private final List<Step> steps = new ArrayList<>();
        private Scope scope;
        private @Nullable FieldRef slot;
        private int owners = -1;
        private Path.@Nullable Step before;

        /**
         * Begins a walk.
         *
         * @param before leads to where it begins; null where the path does
         */
        Walk(Scope scope, Path.@Nullable Step before) {
            this.scope = scope;
            this.before = before;
        }

        void take(Path.Step step) {
            FieldRef reached = slot;
            if (reached != null) {
                enter(reached, step);
            }
            owners = -1;
            if (step.repetition().isPresent()) {
                repeat(step, step.repetition().get());
            } else {
                takeOnce(step);
            }
            before = step;
        }

        private void takeOnce(Path.Step step) {
            if (step instanceof Path.Inverse inverse) {
                backwards(inverse);
            } else {
                forwards((Path.Field) step);
            }
            step.only().ifPresent(only -> narrow(requireNonNull(slot), only));
        }

        /** Moves from the slot to the fields of its object or record. */
        private void enter(FieldRef slot, Path.Step next) {
            if (slot.content() instanceof FieldRef.Content.Embedded embedded) {
                scope = new Scope(slot.row(), embedded.type(), slot.chain());
            } else if (slot.content() instanceof FieldRef.Content.Reference reference) {
                steps.add(new Step.Follow(slot, reference.target()));
                scope = Scope.of(reference.target());
            } else if (slot.content() instanceof FieldRef.Content.Id id
                    && slot.chain().isEmpty()
                    && atObjects) {
                scope = Scope.of(id.type());
            } else {
                throw mistakes.at(
                        next.position(),
                        NO_OBJECT,
                        slot.spoken() + " holds plain values, which have no fields" + ofMap(slot));
            }
        }

        private static String ofMap(FieldRef slot) {
            return slot.row() instanceof FieldRef.Row.Members members
                            && members.collection().key() != null
                    ? ": the values of a map are asked for by its name alone, its keys are not"
                    : "";
        }

        private void repeat(Path.Step step, Path.Repetition times) {
            if (scope.record() != null) {
                throw mistakes.at(
                        step.position(),
                        NOT_RECURSIVE,
                        Constants.withArticle(scope.record().name())
                                + " is a record without identity, from which no step can be repeated");
            }
            if (times.least() > MOST_REPETITIONS) {
                throw mistakes.at(
                        times.position(),
                        TOO_MANY_STEPS,
                        "a step is taken " + times.least() + " times at least; expected " + MOST_REPETITIONS
                                + " or less");
            }
            PersistentClass start = ((FieldRef.Row.Objects) scope.row()).type();
            PersistentClass end = Step.end(once(step, start));
            steps.add(Stream.concat(Stream.of(start), names.above(start, end))
                    .flatMap(type -> repeated(type, step, times).stream())
                    .findFirst()
                    .orElseThrow(() -> mistakes.at(
                            step.position(),
                            NOT_RECURSIVE,
                            "this leads from " + start + " to " + end
                                    + ", from which it cannot be taken again; expected a step that leads to "
                                    + start)));
            slot = FieldRef.id(Step.end(steps));
            atObjects = true;
        }

        /**
         * Returns the repeated step if it leads back to its own class. That can be a superclass of the class where it begins: a part list
         * of assemblies leads to parts, some of which are assemblies.
         */
        private Optional<Step> repeated(PersistentClass type, Path.Step step, Path.Repetition times) {
            try {
                List<Step> once = once(step, type);
                return Step.end(once).isSubclassOf(type)
                        ? Optional.of(new Step.Repeated(type, once, times.least(), times.most()))
                        : Optional.empty();
            } catch (QueryException notFromThere) {
                return Optional.empty();
            }
        }

        /** Returns the steps of one repetition. */
        private List<Step> once(Path.Step step, PersistentClass start) {
            Walk walk = new Walk(Scope.of(start), before);
            if (step instanceof Path.Group group) {
                inverseNames.steps(group.body().steps()).forEach(walk::take);
            } else if (step instanceof Path.Inverse inverse) {
                walk.take(new Path.Inverse(
                        inverse.position(), inverse.owner(), inverse.name(), inverse.only(), Optional.empty()));
            } else {
                Path.Field field = (Path.Field) step;
                walk.take(new Path.Field(field.position(), field.name(), field.only(), Optional.empty()));
            }
            ResolvedPath reach = new ResolvedPath(walk.steps, requireNonNull(walk.slot), walk.owners, walk.atObjects);
            PersistentClass reached = reach.objects();
            if (reached == null
                    || !(reach.slot().content() instanceof FieldRef.Content.Reference) && !reach.atObjects()) {
                throw mistakes.at(
                        step.position(),
                        NOT_RECURSIVE,
                        "this leads from " + start + " to plain values, from which no step can be repeated");
            }
            return reach.stepsToObjects(reached);
        }

        /** Whether the id stands for the objects themselves, and was not named in the query. */
        private boolean atObjects;

        private void forwards(Path.Field step) {
            atObjects = false;
            EmbeddedType record = scope.record();
            if (record != null) {
                field(names.component(record, step.name(), step.position()), false);
                return;
            }
            PersistentClass type = ((FieldRef.Row.Objects) scope.row()).type();
            Optional<Attribute> field =
                    names.field(type, step.name(), step.position(), chosen -> fieldOf(chosen, step.name()));
            if (field.isEmpty()) {
                slot = FieldRef.id(type);
            } else {
                boolean everywhere =
                        type.concreteClasses().stream().allMatch(sub -> sub.attribute(step.name()) != null);
                field(field.get(), everywhere);
            }
        }

        /** Says how a query asks for the field of one subclass: by a class behind the step before, or, without such a step, by the class it asks. */
        private String fieldOf(PersistentClass type, String field) {
            String step = before instanceof Path.Field once && once.repetition().isEmpty()
                    ? once.name()
                    : before instanceof Path.Inverse once && once.repetition().isEmpty()
                            ? "<" + once.owner().name() + "." + once.name()
                            : null;
            if (step != null) {
                return "a class in square brackets behind the step before: " + step + "[" + type + "]." + field;
            }
            return before == null
                    ? "a query of one class, like " + type + ", or, in a group, a class in square brackets before it: ["
                            + type + "]("
                    : "one more step, with a class in square brackets: step[" + type + "]." + field;
        }

        private void field(Attribute attribute, boolean certain) {
            if (attribute instanceof CollectionAttribute inverse && inverse.isInverse()) {
                owners = steps.size();
                PersistentClass members = inverse.members();
                steps.add(new Step.Referrers(members, reference(inverse, members)));
                slot = FieldRef.id(members);
                atObjects = true;
                return;
            }
            if (attribute instanceof CollectionAttribute collection) {
                owners = steps.size();
                steps.add(new Step.Members(collection));
                slot = new FieldRef(
                        new FieldRef.Row.Members(collection), List.of(), content(collection.element()), true);
                return;
            }
            List<Attribute> chain = new ArrayList<>(scope.chain());
            chain.add(attribute);
            slot = new FieldRef(scope.row(), chain, content(attribute), certain);
        }

        private FieldRef.Content content(Element element) {
            return element instanceof Element.Value value
                    ? new FieldRef.Content.Value(value.type())
                    : element instanceof Element.Reference reference
                            ? new FieldRef.Content.Reference(reference.target())
                            : new FieldRef.Content.Embedded(((Element.Embedded) element).type());
        }

        private FieldRef.Content content(Attribute attribute) {
            return attribute instanceof ValueAttribute value
                    ? new FieldRef.Content.Value(value.type())
                    : attribute instanceof ReferenceAttribute reference
                            ? new FieldRef.Content.Reference(reference.target())
                            : new FieldRef.Content.Embedded(((EmbeddedAttribute) attribute).type());
        }

        private void backwards(Path.Inverse step) {
            if (scope.record() != null) {
                throw mistakes.at(
                        step.position(),
                        NO_OBJECT,
                        "no object refers to "
                                + Constants.withArticle(scope.record().name()) + ", which has no identity");
            }
            PersistentClass here = ((FieldRef.Row.Objects) scope.row()).type();
            PersistentClass owner = names.type(step.owner());
            Attribute attribute = names.field(
                            owner,
                            step.name(),
                            step.position() + 1,
                            chosen -> "one of these classes, like <" + chosen + "." + step.name())
                    .orElse(null);
            PersistentClass target = attribute instanceof ReferenceAttribute reference
                    ? reference.target()
                    : attribute instanceof CollectionAttribute collection
                                    && collection.element() instanceof Element.Reference element
                            ? element.target()
                            : null;
            if (target == null || !related(target, here)) {
                throw mistakes.at(
                        step.position(),
                        NO_RELATION,
                        owner + "." + step.name() + " does not refer to " + Quoted.of(here.name())
                                + "; expected a field that does");
            }
            owners = steps.size();
            steps.add(
                    attribute instanceof CollectionAttribute inverse && inverse.isInverse()
                            ? backAlong(inverse, here, owner, step)
                            : attribute instanceof CollectionAttribute collection
                                    ? new Step.Holders(owner, collection, FieldRef.member(collection, target))
                                    : new Step.Referrers(
                                            owner,
                                            new FieldRef(
                                                    new FieldRef.Row.Objects(owner),
                                                    List.of(attribute),
                                                    new FieldRef.Content.Reference(target),
                                                    false)));
            slot = FieldRef.id(owner);
            atObjects = true;
        }

        /** The step back along an inverse is the step along its reference. */
        private Step backAlong(
                CollectionAttribute inverse, PersistentClass here, PersistentClass owner, Path.Inverse step) {
            String reference = inverse.reference();
            for (PersistentClass other : here.concreteClasses()) {
                if (!other.isSubclassOf(inverse.members()) && other.attribute(reference) != null) {
                    throw mistakes.at(
                            step.position(),
                            AMBIGUOUS_FIELD,
                            inverse.members() + " and " + other + " have different fields '" + reference
                                    + "'; expected that field in place of the step back, and "
                                    + fieldOf(inverse.members(), reference));
                }
            }
            return new Step.Follow(reference(inverse, here), owner);
        }

        /** The reference of which a collection or a field is the inverse, as a row of that class has it. */
        private FieldRef reference(CollectionAttribute inverse, PersistentClass row) {
            ReferenceAttribute reference =
                    inverse.reference(inverse.members().concreteClasses().get(0));
            return new FieldRef(
                    new FieldRef.Row.Objects(row),
                    List.of(reference),
                    new FieldRef.Content.Reference(reference.target()),
                    false);
        }

        private void narrow(FieldRef reached, Path.ClassName only) {
            if (reached.content() instanceof FieldRef.Content.Reference reference) {
                PersistentClass type = narrowed(reference.target(), only);
                steps.add(new Step.Follow(reached, type));
                slot = FieldRef.id(type);
                atObjects = true;
            } else if (reached.content() instanceof FieldRef.Content.Id id && atObjects) {
                PersistentClass type = narrowed(id.type(), only);
                Step last = steps.remove(steps.size() - 1);
                steps.add(
                        last instanceof Step.Holders holders
                                ? new Step.Holders(type, holders.collection(), holders.reference())
                                : last instanceof Step.Follow follow
                                        ? new Step.Follow(follow.reference(), type)
                                        : new Step.Referrers(type, ((Step.Referrers) last).reference()));
                slot = FieldRef.id(type);
            } else {
                throw mistakes.at(
                        only.position(),
                        NO_OBJECT,
                        reached.spoken() + " holds plain values, which have no class to ask for");
            }
        }
    }
}
