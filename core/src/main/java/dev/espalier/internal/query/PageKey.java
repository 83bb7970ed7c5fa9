package dev.espalier.internal.query;

import dev.espalier.error.QueryException;
import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Plan;
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

    PageKey(KeyText key, Plan plan, Limits limits) {
        this.key = key;
        this.plan = plan;
        this.columns = new KeyValues(limits);
    }

    String write(Position position) {
        return key.write(out -> write(out, position));
    }

    /** @throws QueryException {@code bad-page-key} whatever is wrong with it */
    Position read(String text) {
        return key.read(text, this::position);
    }

    static void write(DataOutputStream out, Position position) throws IOException {
        out.writeInt(position.part());
        for (Optional<Constant> value : position.values()) {
            out.writeBoolean(value.isPresent());
            if (value.isPresent()) {
                for (Object column : value.get().columns()) {
                    KeyValues.write(out, column);
                }
            }
        }
        out.writeLong(position.id());
    }

    Position position(DataInputStream in) throws IOException {
        int part = in.readInt();
        if (part >= plan.parts().size()) {
            throw new IllegalArgumentException("part " + part);
        }
        List<Optional<Constant>> values = new ArrayList<>();
        for (Plan.Order order : plan.keys()) {
            if (!order.isId()) {
                values.add(in.readBoolean() ? Optional.of(value(in, order.field())) : Optional.empty());
            }
        }
        long id = in.readLong();
        if (id <= 0) {
            throw new IllegalArgumentException("id " + id);
        }
        return new Position(part, values, id);
    }

    private Constant value(DataInputStream in, FieldRef field) throws IOException {
        List<Object> all = new ArrayList<>();
        for (ColumnType type : field.columnTypes()) {
            all.add(columns.column(in, type));
        }
        return new Constant(all);
    }
}
