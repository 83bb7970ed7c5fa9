package dev.espalier.promises;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** What the database has to hold after all that was acknowledged, and what each Java object has to hold. Sequential and simple. */
final class Reference {

    private final List<Row> rows = new ArrayList<>();
    private final Map<Long, Row> byId = new HashMap<>();
    private final Map<Thing, Held> helds = new IdentityHashMap<>();
    private final List<Held> inOrder = new ArrayList<>();
    private long time;

    long time() {
        return time;
    }

    /** Rows that were committed once, deleted ones too. */
    List<Row> rows() {
        return rows;
    }

    List<Held> helds() {
        return inOrder;
    }

    /** Null for none. */
    Row row(long id) {
        return byId.get(id);
    }

    /** Null for none. */
    Held held(Thing thing) {
        return helds.get(thing);
    }

    Held hold(Held held) {
        helds.put(held.thing, held);
        inOrder.add(held);
        return held;
    }

    /** Walks the Java objects that can be reached, each once. */
    static void walk(Thing root, Consumer<Thing> each) {
        Set<Thing> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Queue<Thing> open = new ArrayDeque<>(List.of(root));
        seen.add(root);
        for (Thing thing = open.poll(); thing != null; thing = open.poll()) {
            each.accept(thing);
            List<Thing> targets = new ArrayList<>(thing.members);
            if (thing.next != null) {
                targets.add(thing.next);
            }
            targets.stream().filter(seen::add).forEach(open::add);
        }
    }

    List<Held> reach(Thing root) {
        List<Held> reached = new ArrayList<>();
        walk(root, thing -> reached.add(helds.get(thing)));
        return reached;
    }

    private static Row rowOf(Held held, Knowledge knowledge) {
        if (!knowledge.isNew()) {
            return knowledge.row();
        }
        if (held.future == null) {
            held.future = new Row(held.fields.name() == null ? "?" : held.fields.name());
        }
        return held.future;
    }

    /** The writes that a store of an object demands, all that it reaches included. */
    List<Write> writes(Thing root, Function<Held, Knowledge> view) {
        List<Write> writes = new ArrayList<>();
        for (Held held : reach(root)) {
            if (held.isStandIn) {
                continue;
            }
            Knowledge knowledge = view.apply(held);
            Content content = Content.of(held.thing, target -> rowOf(helds.get(target), view.apply(helds.get(target))));
            Row row = rowOf(held, knowledge);
            if (knowledge.isNew()) {
                writes.add(new Write(held, row, content, null, Write.NEW));
            } else if (knowledge.isUnknown() || !content.equals(knowledge.base())) {
                writes.add(new Write(held, row, content, knowledge.base(), knowledge.version()));
            }
        }
        return writes;
    }

    /** Why writes have to be refused now. */
    Verdict verdict(Collection<Write> writes) {
        Verdict verdict = new Verdict();
        Map<Row, Write> byRow = new LinkedHashMap<>();
        for (Write write : writes) {
            judge(write, verdict);
            Write other = byRow.putIfAbsent(write.row(), write);
            if (other != null) {
                verdict.may();
                if (!other.content().equals(write.content())) {
                    verdict.must(write.row() + ": two Java objects, different content");
                }
            }
        }
        for (Write write : writes) {
            List<Row> targets = new ArrayList<>(write.content().members());
            targets.add(write.content().next());
            for (Row target : targets) {
                boolean isInserted =
                        byRow.containsKey(target) && byRow.get(target).basedOn() == Write.NEW;
                if (target != null && !target.exists() && !isInserted) {
                    verdict.may();
                    if (write.base() == null || !write.base().refersTo(target)) {
                        verdict.must(write.row() + ": refers to " + target + ", which does not exist");
                    }
                }
            }
        }
        return verdict;
    }

    private static void judge(Write write, Verdict verdict) {
        Row row = write.row();
        if (write.basedOn() == Write.NEW) {
            return;
        }
        if (write.basedOn() == Knowledge.UNKNOWN && isAsCompared(write)) {
            verdict.may();
        } else if (!row.exists()) {
            verdict.must(row + ": does not exist, " + write.held() + " would be written");
        } else if (write.basedOn() == Knowledge.UNKNOWN) {
            verdict.may();
            if (write.held().comparedWith != row.version()) {
                verdict.must("copy", row + ": " + write.held() + " is a copy, and the database holds " + row.now());
            }
        } else if (write.basedOn() != row.version()) {
            verdict.must(row + ": " + write.held() + " knows version " + write.basedOn() + ", acknowledged is version "
                    + row.version() + " " + row.now());
        } else if (row.isUncertain) {
            verdict.may();
        }
    }

    /** Whether a copy is what the database holds, or held when the copy was compared with it: then nothing of it is to be written. */
    private static boolean isAsCompared(Write write) {
        return write.content().equals(write.row().now())
                || write.held().comparedWith >= 0
                        && write.content().equals(write.row().content(write.held().comparedWith));
    }

    /** The writes are committed. */
    void apply(Collection<Write> writes) {
        time++;
        for (Write write : writes) {
            Held held = write.held();
            Row row = write.row();
            if (write.basedOn() == Write.NEW && row.version() >= 0) {
                continue; // another thread has stored the shared object meanwhile
            }
            if (write.basedOn() == Knowledge.UNKNOWN && isAsCompared(write)) {
                row.isUncertain = true;
                held.comparedWith = write.content().equals(row.now()) ? row.version() : held.comparedWith;
                continue;
            }
            row.become(time, write.content());
            if (write.basedOn() == Write.NEW) {
                row.id = held.thing.id;
                rows.add(row);
                byId.put(row.id, row);
            }
            held.knowledge = Knowledge.of(row, row.version());
        }
    }

    /** The row has become what the object is, whatever it was before. */
    void overwritten(Held held, Row row) {
        Content content = Content.of(held.thing, target -> row);
        if (content.equals(row.now())) {
            row.isUncertain = true;
        } else {
            time++;
            row.become(time, content);
        }
        held.knowledge = Knowledge.of(row, row.version());
    }

    /** The row's deletion is committed. */
    void delete(Row row) {
        time++;
        row.become(time, null);
        for (Row other : rows) {
            if (other.exists() && other.now().refersTo(row)) {
                other.become(time, other.now().without(row));
            }
        }
    }
}
