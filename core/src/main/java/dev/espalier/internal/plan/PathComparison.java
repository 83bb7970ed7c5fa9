package dev.espalier.internal.plan;

import static dev.espalier.error.ErrorCode.NO_IDENTITY;
import static dev.espalier.error.ErrorCode.NO_ORDER;
import static dev.espalier.error.ErrorCode.WRONG_TYPE;

import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Path;

/** Plans comparisons of what two paths lead to, and refuses those of values that cannot be compared. */
final class PathComparison {

    private final Scope scope;
    private final QueryErrors mistakes;
    private final Paths paths;

    PathComparison(OneQuery query, Scope scope) {
        this.scope = scope;
        this.mistakes = query.mistakes();
        this.paths = query.paths();
    }

    Condition compare(ResolvedPath left, Path leftPath, Operator operator, ResolvedPath right, Path rightPath) {
        requireComparable(left.slot(), operator, right.slot(), rightPath);
        if (!left.steps().isEmpty() || !right.steps().isEmpty()) {
            Condition compared =
                    new Condition.ComparePaths(left.steps(), left.slot(), operator, right.steps(), right.slot());
            return left.repeats() || right.repeats() ? gathered(compared, leftPath.position()) : compared;
        }
        if (operator != Operator.NOT_EQUAL) {
            return new Condition.CompareFields(left.slot(), operator, right.slot());
        }
        return Condition.and(
                Condition.reached(left.slot()),
                Condition.reached(right.slot()),
                Condition.not(new Condition.CompareFields(left.slot(), Operator.EQUAL, right.slot())));
    }

    /** Refuses values of different types, and an order of values that have none. */
    void requireComparable(FieldRef left, Operator operator, FieldRef right, Path rightPath) {
        FieldKind leftKind = new FieldKind(left);
        FieldKind rightKind = new FieldKind(right);
        String kinds = leftKind + " and " + rightKind;
        boolean ordered = operator != Operator.EQUAL && operator != Operator.NOT_EQUAL;
        if (left.content() instanceof FieldRef.Content.Value a && right.content() instanceof FieldRef.Content.Value b) {
            boolean numbers = leftKind.isNumber() && rightKind.isNumber();
            if (!numbers && !a.type().isSameAs(b.type())) {
                throw mistakes.at(
                        rightPath.position(), WRONG_TYPE, kinds + " are compared; expected values of one type");
            }
            if (ordered && leftKind.isUnordered()) {
                throw mistakes.at(rightPath.position(), NO_ORDER, kinds + " are compared; expected = or !=");
            }
        } else if (left.content() instanceof FieldRef.Content.Reference a
                && right.content() instanceof FieldRef.Content.Reference b) {
            if (ordered) {
                throw mistakes.at(rightPath.position(), NO_ORDER, "objects have no order; expected = or !=");
            }
            if (!paths.related(a.target(), b.target())) {
                throw mistakes.at(rightPath.position(), WRONG_TYPE, kinds + " are compared; no object is both");
            }
        } else if (leftKind.isObject() && rightKind.isObject() && !ordered) {
            // A path that ends in a class or on the way back reaches the objects themselves, of which the id stands in
            // the row.
            return;
        } else if (!leftKind.isIdOrNumber() || !rightKind.isIdOrNumber()) {
            throw mistakes.at(rightPath.position(), WRONG_TYPE, kinds + " are compared; expected values of one type");
        }
    }

    /**
     * Returns what the path leads to, for a comparison with a number.
     *
     * @param left the number, for messages
     */
    Condition.Comparand numbers(Path path, String left) {
        ResolvedPath reach = paths.reach(scope, path);
        if (!isNumberOrId(reach)) {
            throw mistakes.at(
                    path.position(),
                    WRONG_TYPE,
                    left + " is compared with " + FieldKind.of(reach) + "; expected numbers");
        }
        return new Condition.Comparand.Slots(reach.steps(), reach.slot());
    }

    /** Returns whether a path leads to numbers, or to ids that are written as such: an id that stands for an object is none. */
    static boolean isNumberOrId(ResolvedPath reach) {
        return reach.slot().content() instanceof FieldRef.Content.Id
                ? !reach.atObjects()
                : FieldKind.of(reach).isNumber();
    }

    /**
     * Refuses an aggregate on members of a collection: they have no ids by which values gathered outside of the database could be
     * distinguished.
     */
    Condition gathered(Condition condition, int position) {
        if (scope.record() != null && scope.row() instanceof FieldRef.Row.Members) {
            throw mistakes.at(
                    position,
                    NO_IDENTITY,
                    Constants.withArticle(scope.record().name())
                            + " in a collection has no identity, so that two paths from it cannot be compared where one is made of several values"
                            + " or repeated; expected a comparison with a value");
        }
        return condition;
    }
}
