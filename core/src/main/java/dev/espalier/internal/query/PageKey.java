package dev.espalier.internal.query;

import dev.espalier.error.QueryException;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.ComputedKey;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.SortKey;
import dev.espalier.internal.search.Position;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A position in the order of one query as text for a URL, and back: part, values of the keys, id. */
final class PageKey {

    private final KeyText key;
    private final Plan plan;
    private final KeyValues columns;
    private final FormulaKeyValues formulas;

    PageKey(KeyText key, Plan plan, Limits limits) {
        this.key = key;
        this.plan = plan;
        this.columns = new KeyValues(limits);
        this.formulas = new FormulaKeyValues(limits);
    }

    String write(Position position) {
        return key.write(out -> write(out, position));
    }

    /** @throws QueryException {@code bad-page-key} whatever is wrong with it */
    Position read(String text) {
        return key.read(text, this::position);
    }

    void write(DataOutputStream out, Position position) throws IOException {
        out.writeInt(position.part());
        List<SortKey> keys =
                plan.keys().stream().filter(sortKey -> !sortKey.isId()).toList();
        for (int i = 0; i < keys.size(); i++) {
            Optional<Constant> value = position.values().get(i);
            out.writeBoolean(value.isPresent());
            if (value.isPresent()) {
                write(out, keys.get(i), value.get());
            }
        }
        out.writeLong(position.id());
    }

    private static void write(DataOutputStream out, SortKey sortKey, Constant value) throws IOException {
        if (sortKey instanceof ComputedKey computed) {
            FormulaKeyValues.write(
                    out, computed.formula().type(), value.columns().get(0));
            return;
        }
        for (Object column : value.columns()) {
            KeyValues.write(out, column);
        }
    }

    Position position(DataInputStream in) throws IOException {
        int part = in.readInt();
        if (part >= plan.parts().size()) {
            throw new IllegalArgumentException("part " + part);
        }
        List<Optional<Constant>> values = new ArrayList<>();
        for (SortKey sortKey : plan.keys()) {
            if (!sortKey.isId()) {
                values.add(in.readBoolean() ? Optional.of(value(in, sortKey)) : Optional.empty());
            }
        }
        long id = in.readLong();
        if (id <= 0) {
            throw new IllegalArgumentException("id " + id);
        }
        return new Position(part, values, id);
    }

    private Constant value(DataInputStream in, SortKey sortKey) throws IOException {
        if (sortKey instanceof ComputedKey computed) {
            return new Constant(List.of(formulas.value(in, computed.formula().type())));
        }
        List<Object> all = new ArrayList<>();
        for (ColumnType type : ((Plan.Order) sortKey).field().columnTypes()) {
            all.add(columns.column(in, type));
        }
        return new Constant(all);
    }
}
