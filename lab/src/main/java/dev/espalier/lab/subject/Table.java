package dev.espalier.lab.subject;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.workload.Block;
import dev.espalier.lab.workload.M1;
import dev.espalier.lab.workload.M2;
import dev.espalier.lab.workload.M3;
import dev.espalier.lab.workload.M4;
import dev.espalier.lab.workload.N1;
import dev.espalier.lab.workload.N2;
import dev.espalier.lab.workload.N3;
import dev.espalier.lab.workload.N4;
import dev.espalier.lab.workload.ObjectClass;
import dev.espalier.lab.workload.Relation;
import dev.espalier.lab.workload.S1;
import dev.espalier.lab.workload.S2;
import dev.espalier.lab.workload.S3;
import dev.espalier.lab.workload.S4;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The 21 tables of the published model, as the library's storage has them: one for each class, with a column for each single relation,
 * and one for each list.
 *
 * @param name the table
 * @param columns its columns; an {@code int} for {@code value} and {@code pos}, a {@code bigint} for all others
 * @param primaryKey the columns of its key
 * @param valueIndexes the columns of each index on values
 * @param relationIndexes the columns of each index on relations
 * @param rows what a block puts into it
 */
record Table(
        String name,
        List<String> columns,
        List<String> primaryKey,
        List<List<String>> valueIndexes,
        List<List<String>> relationIndexes,
        Function<Block, Rows> rows) {

    /** Every table, classes first. */
    static final List<Table> ALL = all();

    /** Returns the columns of each index of a level. */
    List<List<String>> indexes(Indexes level) {
        List<List<String>> indexes = new ArrayList<>();
        if (level.ofValues()) {
            indexes.addAll(valueIndexes);
        }
        if (level.ofRelations()) {
            indexes.addAll(relationIndexes);
        }
        return indexes;
    }

    /** Returns the same columns' SQL type on every engine. */
    static String type(String column) {
        return column.equals("value") || column.equals("pos") ? "int" : "bigint";
    }

    /**
     * Gives the block's objects ids, from 1 on in each class.
     *
     * @param block the objects
     * @param stored how many of each class have ids already
     */
    static void number(Block block, long stored) {
        number(block.n1, (object, row) -> object.id = stored + row + 1);
        number(block.n2, (object, row) -> object.id = stored + row + 1);
        number(block.n3, (object, row) -> object.id = stored + row + 1);
        number(block.n4, (object, row) -> object.id = stored + row + 1);
        number(block.m1, (object, row) -> object.id = stored + row + 1);
        number(block.m2, (object, row) -> object.id = stored + row + 1);
        number(block.m3, (object, row) -> object.id = stored + row + 1);
        number(block.m4, (object, row) -> object.id = stored + row + 1);
        number(block.s1, (object, row) -> object.id = stored + row + 1);
        number(block.s2, (object, row) -> object.id = stored + row + 1);
        number(block.s3, (object, row) -> object.id = stored + row + 1);
        number(block.s4, (object, row) -> object.id = stored + row + 1);
    }

    private static <T> void number(List<T> objects, ObjIntConsumer<T> give) {
        for (int row = 0; row < objects.size(); row++) {
            give.accept(objects.get(row), row);
        }
    }

    private static List<Table> all() {
        return List.of(
                object(ObjectClass.N4, block -> block.n4, n4 -> n4.id, n4 -> n4.value, List.of()),
                object(ObjectClass.M4, block -> block.m4, m4 -> m4.id, m4 -> m4.value, List.of()),
                object(ObjectClass.S4, block -> block.s4, s4 -> s4.id, s4 -> s4.value, List.of()),
                object(ObjectClass.N3, block -> block.n3, n3 -> n3.id, n3 -> n3.value, List.of(n3 -> n3.m4.id)),
                object(ObjectClass.S3, block -> block.s3, s3 -> s3.id, s3 -> s3.value, List.of()),
                object(ObjectClass.M3, block -> block.m3, m3 -> m3.id, m3 -> m3.value, List.of(m3 -> m3.s4.id)),
                object(ObjectClass.S2, block -> block.s2, s2 -> s2.id, s2 -> s2.value, List.of(s2 -> s2.m3.id)),
                object(ObjectClass.M2, block -> block.m2, m2 -> m2.id, m2 -> m2.value, List.of(m2 -> m2.n3.id)),
                object(ObjectClass.N2, block -> block.n2, n2 -> n2.id, n2 -> n2.value, List.of()),
                object(ObjectClass.S1, block -> block.s1, s1 -> s1.id, s1 -> s1.value, List.of()),
                object(ObjectClass.M1, block -> block.m1, m1 -> m1.id, m1 -> m1.value, List.of()),
                object(ObjectClass.N1, block -> block.n1, n1 -> n1.id, n1 -> n1.value, List.of(n1 -> n1.m2.id)),
                links(Relation.N3_N4, block -> block.n3, (N3 n3) -> n3.id, n3 -> n3.n4, (N4 n4) -> n4.id),
                links(Relation.M3_M4, block -> block.m3, (M3 m3) -> m3.id, m3 -> m3.m4, (M4 m4) -> m4.id),
                links(Relation.S3_S4, block -> block.s3, (S3 s3) -> s3.id, s3 -> s3.s4, (S4 s4) -> s4.id),
                links(Relation.S2_S3, block -> block.s2, (S2 s2) -> s2.id, s2 -> s2.s3, (S3 s3) -> s3.id),
                links(Relation.M2_M3, block -> block.m2, (M2 m2) -> m2.id, m2 -> m2.m3, (M3 m3) -> m3.id),
                links(Relation.N2_N3, block -> block.n2, (N2 n2) -> n2.id, n2 -> n2.n3, (N3 n3) -> n3.id),
                links(Relation.S1_S2, block -> block.s1, (S1 s1) -> s1.id, s1 -> s1.s2, (S2 s2) -> s2.id),
                links(Relation.M1_M2, block -> block.m1, (M1 m1) -> m1.id, m1 -> m1.m2, (M2 m2) -> m2.id),
                links(Relation.N1_N2, block -> block.n1, (N1 n1) -> n1.id, n1 -> n1.n2, (N2 n2) -> n2.id));
    }

    private static <T> Table object(
            ObjectClass type,
            Function<Block, List<T>> objects,
            ToLongFunction<T> id,
            ToIntFunction<T> value,
            List<ToLongFunction<T>> singles) {
        List<String> columns = new ArrayList<>(List.of("id", "value"));
        List<List<String>> relationIndexes = new ArrayList<>();
        for (Relation relation : Relation.values()) {
            if (relation.owner() == type && relation.kind() == Relation.Kind.SINGLE) {
                columns.add(relation.field() + "_id");
                relationIndexes.add(List.of(relation.field() + "_id"));
            }
        }
        return new Table(
                type.name(),
                columns,
                List.of("id"),
                List.of(List.of("value")),
                relationIndexes,
                block -> new ObjectRows<>(objects.apply(block), id, value, singles));
    }

    private static <O, T> Table links(
            Relation relation,
            Function<Block, List<O>> owners,
            ToLongFunction<O> ownerId,
            Function<O, List<T>> members,
            ToLongFunction<T> targetId) {
        return new Table(
                relation.owner().name() + "_" + relation.field(),
                List.of("owner", "pos", "target"),
                List.of("owner", "pos"),
                List.of(),
                List.of(List.of("target", "owner")),
                block -> new LinkRows<>(owners.apply(block), ownerId, members, targetId));
    }

    private static final class ObjectRows<T> implements Rows {

        private final List<T> objects;
        private final ToLongFunction<T> id;
        private final ToIntFunction<T> value;
        private final List<ToLongFunction<T>> singles;
        private int next;

        ObjectRows(List<T> objects, ToLongFunction<T> id, ToIntFunction<T> value, List<ToLongFunction<T>> singles) {
            this.objects = objects;
            this.id = id;
            this.value = value;
            this.singles = singles;
        }

        @Override
        public boolean next(long[] row) {
            if (next == objects.size()) {
                return false;
            }
            T object = objects.get(next++);
            row[0] = id.applyAsLong(object);
            row[1] = value.applyAsInt(object);
            for (int single = 0; single < singles.size(); single++) {
                row[2 + single] = singles.get(single).applyAsLong(object);
            }
            return true;
        }
    }

    private static final class LinkRows<O, T> implements Rows {

        private final List<O> owners;
        private final ToLongFunction<O> ownerId;
        private final Function<O, List<T>> members;
        private final ToLongFunction<T> targetId;
        private int nextOwner;
        private int position;
        private @Nullable O owner;
        private List<T> targets = List.of();

        LinkRows(List<O> owners, ToLongFunction<O> ownerId, Function<O, List<T>> members, ToLongFunction<T> targetId) {
            this.owners = owners;
            this.ownerId = ownerId;
            this.members = members;
            this.targetId = targetId;
        }

        @Override
        public boolean next(long[] row) {
            while (position == targets.size()) {
                if (nextOwner == owners.size()) {
                    return false;
                }
                owner = owners.get(nextOwner++);
                targets = members.apply(owner);
                position = 0;
            }
            row[0] = ownerId.applyAsLong(owner);
            row[1] = position;
            row[2] = targetId.applyAsLong(targets.get(position++));
            return true;
        }
    }
}
