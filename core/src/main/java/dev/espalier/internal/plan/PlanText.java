package dev.espalier.internal.plan;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints a plan, one condition per line, nested conditions indented. */
final class PlanText implements Condition.Cases<Void> {

    private final StringBuilder text = new StringBuilder();
    private int depth;

    private PlanText() {}

    static String of(Plan plan) {
        PlanText outline = new PlanText();
        plan.variables().forEach(variable -> outline.variable(variable));
        outline.line(plan.ancestors().map(ancestors -> up(ancestors) + " ").orElse("")
                + plan.root().name());
        if (plan.parts().size() == 1) {
            outline.below(plan.condition());
        } else {
            outline.line("in turn");
            plan.parts().forEach(outline::below);
        }
        for (SortKey order : plan.orders()) {
            outline.line("by " + order);
        }
        if (plan.limit().isPresent() || plan.offset() > 0) {
            outline.line((plan.limit().isPresent() ? "first " + plan.limit().getAsLong() : "all")
                    + (plan.offset() > 0 ? " after " + plan.offset() : ""));
        }
        return outline.text.toString();
    }

    private static String up(Ancestors ancestors) {
        return (ancestors instanceof Ancestors.ToRoots ? "the roots of" : ancestors.answer() + " that lead to");
    }

    private void variable(Plan.Variable variable) {
        line(variable.name() + " is");
        of(variable.plan()).lines().forEach(inner -> line("  " + inner));
    }

    @Override
    public Void always(Condition.Always always) {
        return line(always.holds() ? "always" : "never");
    }

    @Override
    public Void and(Condition.And and) {
        line("all of");
        and.parts().forEach(this::below);
        return null;
    }

    @Override
    public Void or(Condition.Or or) {
        line("one of");
        or.parts().forEach(this::below);
        return null;
    }

    @Override
    public Void not(Condition.Not not) {
        line("not");
        return below(not.part());
    }

    @Override
    public Void some(Condition.Some some) {
        line("some " + some.step());
        return below(some.condition());
    }

    @Override
    public Void count(Condition.Count count) {
        line("number of " + (count.objects() ? "different " : "") + path(count.steps()) + " "
                + count.operator().symbol() + " " + count.number() + ", of those for which");
        return below(count.condition());
    }

    @Override
    public Void compare(Condition.Compare compare) {
        return line(compare.field() + " " + compare.operator().symbol() + " " + compare.value());
    }

    @Override
    public Void in(Condition.InSet in) {
        return line(in.field() + " in "
                + in.values().stream().map(Constant::toString).collect(Collectors.joining(", ", "(", ")")));
    }

    @Override
    public Void match(Condition.Match match) {
        return line(match.field() + " matches " + match.pattern() + (match.ignoreCase() ? " in any case" : ""));
    }

    @Override
    public Void begins(Condition.Begins begins) {
        return line(begins.field() + " begins with " + begins.text());
    }

    @Override
    public Void missing(Condition.Missing missing) {
        return line(missing.field() + " is missing");
    }

    @Override
    public Void reached(Condition.Reached reached) {
        return line(reached.field() + " is there");
    }

    @Override
    public Void ofClass(Condition.OfClass ofClass) {
        return line("is a " + ofClass.type());
    }

    @Override
    public Void compareFields(Condition.CompareFields compare) {
        return line(compare.left() + " " + compare.operator().symbol() + " " + compare.right());
    }

    @Override
    public Void comparePaths(Condition.ComparePaths compare) {
        return line(prefix(compare.leftSteps()) + compare.left() + " "
                + compare.operator().symbol() + " " + prefix(compare.rightSteps()) + compare.right());
    }

    @Override
    public Void aggregate(Condition.Aggregate aggregate) {
        boolean counted = aggregate.aggregation() == Condition.Aggregation.COUNT;
        line(aggregate.aggregation().name().toLowerCase(Locale.ROOT) + " of "
                + (counted && aggregate.slot().content() instanceof FieldRef.Content.Id
                        ? path(aggregate.steps())
                        : prefix(aggregate.steps()) + aggregate.slot())
                + " " + aggregate.operator().symbol() + " " + right(aggregate.right())
                + (aggregate.condition().equals(Condition.ALWAYS) ? "" : ", of those for which"));
        return aggregate.condition().equals(Condition.ALWAYS) ? null : below(aggregate.condition());
    }

    private static String right(Condition.Comparand right) {
        return right instanceof Condition.Comparand.Slots slots
                ? prefix(slots.steps()) + slots.slot()
                : ((Condition.Comparand.Number) right).number().toString();
    }

    @Override
    public Void inResult(Condition.InResult in) {
        return line("in " + in.name());
    }

    @Override
    public Void computed(Condition.Computed computed) {
        return line(computed.written());
    }

    private static String path(List<Step> steps) {
        return steps.stream().map(Step::toString).collect(Collectors.joining("."));
    }

    private static String prefix(List<Step> steps) {
        return steps.isEmpty() ? "" : path(steps) + ".";
    }

    private Void below(Condition condition) {
        depth++;
        condition.map(this);
        depth--;
        return null;
    }

    private Void line(String content) {
        text.append("  ".repeat(depth)).append(content).append('\n');
        return null;
    }
}
