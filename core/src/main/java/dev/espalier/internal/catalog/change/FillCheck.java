package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.schema.Schema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tries out, before an opening changes anything, whether all objects can have their values of new attributes. That may take long, so no lock and no connection
 * is held meanwhile; other attributes that the opening finds afterwards are checked, too. For one opening, by one thread.
 */
public final class FillCheck {

    private final @Nullable BiConsumer<Schema, List<Fill>> check;
    private final Set<String> done = new HashSet<>();

    /** @param check throws if a value cannot be had; null if nobody wants it checked */
    public FillCheck(@Nullable BiConsumer<Schema, List<Fill>> check) {
        this.check = check;
    }

    /** Whether nothing of a plan is still to be checked. */
    public boolean isDone(OpeningPlan plan) {
        return left(plan).isEmpty();
    }

    /** Checks what is left of a plan. */
    public void run(OpeningPlan plan) {
        List<Fill> left = left(plan);
        if (check != null && !left.isEmpty()) {
            check.accept(plan.schema(), left);
            left.forEach(fill -> done.add(key(fill)));
        }
    }

    private List<Fill> left(OpeningPlan plan) {
        return check == null
                ? List.of()
                : plan.fills().stream()
                        .filter(fill -> fill.isNew() && !done.contains(key(fill)))
                        .toList();
    }

    private static String key(Fill fill) {
        return fill.className() + "." + fill.path() + " from " + fill.from();
    }
}
