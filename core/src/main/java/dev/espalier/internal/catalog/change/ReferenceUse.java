package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drop;
import dev.espalier.internal.catalog.tables.Drop.Kind;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.List;

/** Finds the references that a finish would leave leading nowhere. */
final class ReferenceUse {

    private ReferenceUse() {}

    static List<String> refusals(Description description, UnusedTables tables, FinishFacts facts) {
        if (tables.tables().isEmpty()) {
            return List.of();
        }
        List<String> refusals = new ArrayList<>();
        for (Layout.Reference reference : Layout.described(description).references()) {
            Table table = reference.table();
            if (tables.has(table) || tables.has(table.name(), reference.column().name())) {
                continue;
            }
            List<Table> goneOwners = tables.drops().stream()
                    .filter(drop -> drop.kind() == Kind.MEMBERS && drop.table().equals(table.name()))
                    .map(Drop::name)
                    .map(owner -> table(description, owner))
                    .toList();
            for (String target : reference.targets().stream()
                    .filter(tables.tables()::contains)
                    .sorted()
                    .toList()) {
                FinishFacts.Users users =
                        facts.leading(table, reference.column(), table(description, target), goneOwners);
                if (users.count() > 0) {
                    refusals.add(users.described() + " refer by " + table.name() + "."
                            + reference.column().name() + " to objects in " + target + ", which would be dropped");
                }
            }
        }
        return refusals;
    }

    private static Table table(Description description, String name) {
        return description.tables().values().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
