package dev.espalier.internal.catalog.change;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.tables.Description;
import dev.espalier.internal.catalog.tables.Drop;
import dev.espalier.internal.catalog.tables.DroppedName;
import dev.espalier.internal.catalog.tables.DroppedName.Occasion;
import dev.espalier.internal.catalog.tables.Structure;
import dev.espalier.internal.catalog.tables.Structure.Subject;
import dev.espalier.internal.lease.ProgramRows;
import dev.espalier.internal.model.NameList;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * A finish of a database that is only thought of. Each table has three rows, each column three values, and two rows refer to objects of each class or have each constant, but for
 * what the header {@code rows} says:
 *
 * <pre>
 * -- rows: order 7, order.note 0, order.buyer_id to customer 1, order.state as PAID 9
 * </pre>
 */
final class ImaginedFinish implements FinishFacts {

    private static final Occasion OCCASION = new Occasion("then", "a program");

    private final ImaginedDatabase database;
    private final Map<String, Long> rows = new TreeMap<>();

    private ImaginedFinish(ImaginedDatabase database) {
        this.database = database;
        database.words("rows").forEach(words -> {
            int space = words.lastIndexOf(' ');
            rows.put(words.substring(0, space), Long.valueOf(words.substring(space + 1)));
        });
    }

    /** Of a database that has had all models of a case. */
    static ImaginedFinish of(ChangeCase one) {
        ImaginedDatabase database = ImaginedDatabase.of(one);
        if (!one.headers().containsKey("unopened")) {
            database.open(ModelText.read(one.lastModel()));
        }
        return new ImaginedFinish(database);
    }

    /** The plan for a model, as text. */
    String plan(Schema model) {
        try {
            return text(FinishPlanner.plan(
                    database.dialect(), database.place(), database.found(), database.opening(model), this, OCCASION));
        } catch (SchemaException e) {
            return "refused, " + e.code() + ": " + e.getMessage();
        }
    }

    private static String text(FinishPlan plan) {
        List<String> lines = new ArrayList<>();
        plan.steps().forEach(step -> {
            PlannedStep planned = step.planned();
            lines.add(planned.description() + "  [" + planned.cost().name().toLowerCase(Locale.ROOT)
                    + (step.lost() == 0 ? "" : ", loses " + step.lost()) + "]");
            planned.statements().forEach(statement -> lines.add("    " + statement));
        });
        plan.drops().forEach(drop -> lines.add("drops " + words(drop)));
        plan.after()
                .dropped()
                .subList(plan.before().dropped().size(), plan.after().dropped().size())
                .forEach(name -> lines.add("forgets " + words(name)));
        plan.refusals().forEach(refusal -> lines.add("refuses: " + refusal));
        plan.programs().forEach(program -> lines.add("waits for " + program.described()));
        return plan.isDone() && lines.isEmpty() ? "nothing has to be dropped" : String.join("\n", lines);
    }

    private static String words(Drop drop) {
        String words = drop.kind().name().toLowerCase(Locale.ROOT) + " " + drop.table() + " " + drop.name();
        return words.strip() + (drop.isNullable() ? " nullable" : "");
    }

    private static String words(DroppedName name) {
        return name.key() + (name.storage().isEmpty() ? "" : " in " + NameList.of(name.storage()));
    }

    @Override
    public long count(Table table) {
        return rows.getOrDefault(table.name(), database.count(table));
    }

    @Override
    public long countValues(Table table, Column column) {
        return rows.getOrDefault(table.name() + "." + column.name(), count(table));
    }

    /** Where a collection has several tables of owners, each has as many of its rows. */
    @Override
    public Users leading(Table table, Column column, Table target, List<Table> goneOwners) {
        int owners = of(Structure.Kind.OWNER, table);
        return users(rows.getOrDefault(table.name() + "." + column.name() + " to " + target.name(), 2L)
                * (owners == 0 ? 1 : owners - goneOwners.size()));
    }

    private int of(Structure.Kind kind, Table table) {
        Description description = database.found().catalog().currentOrNone();
        return description.structure().of(Subject.of(kind, table)).size();
    }

    @Override
    public Users having(Table table, Column column, SortedSet<String> constants) {
        String prefix = table.name() + "." + column.name() + " as ";
        return users(constants.stream()
                .mapToLong(constant -> rows.getOrDefault(prefix + constant, 2L))
                .sum());
    }

    private static Users users(long count) {
        return new Users(
                count, LongStream.rangeClosed(1, Math.min(count, NAMED)).boxed().toList());
    }

    @Override
    public List<ProgramRows.Row> programs() {
        return database.programs();
    }
}
