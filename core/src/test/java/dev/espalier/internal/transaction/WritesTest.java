package dev.espalier.internal.transaction;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.write.Deletion;
import dev.espalier.internal.write.Write;
import dev.espalier.internal.write.WriteSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class WritesTest {

    private final ObjectModel model = ObjectModel.of(Thing.class);
    private final Table table = Schema.of(model).classTables().iterator().next().table();

    static class Thing {
        long id;
        int size;
    }

    @Test
    void theOnlyWriteSetIsSentAsItIs() {
        Writes writes = new Writes();
        WriteSet only = inserting(1);
        writes.add(only);
        assertThat(writes.isEmpty()).isFalse();
        assertThat(writes.all()).hasSize(1);
        assertThat(writes.all().get(0)).isSameAs(only);
    }

    @Test
    void consecutiveWriteSetsAreSentAsOneInTheOrderOfTheCalls() {
        Writes writes = new Writes();
        writes.add(inserting(1));
        writes.add(inserting(2));
        writes.add(inserting(3));
        assertThat(writes.all()).hasSize(1);
        assertThat(ids(writes.all().get(0))).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aWriteSetBehindADeletionStaysBehindIt() {
        Writes writes = new Writes();
        Deletion deletion = new Deletion(Map.of());
        writes.add(inserting(1));
        writes.add(deletion);
        writes.add(inserting(2));
        assertThat(writes.deletes()).isTrue();
        assertThat(writes.all()).hasSize(3);
        assertThat(writes.all().get(1)).isSameAs(deletion);
        assertThat(ids(writes.all().get(2))).containsExactly(2L);
    }

    @Test
    void aWriteSetComesBehindWhatWasSent() {
        Writes writes = new Writes();
        writes.add(inserting(1));
        Write sent = writes.all().get(0);
        writes.add(inserting(2));
        assertThat(writes.all()).hasSize(2);
        assertThat(writes.all().get(0)).isSameAs(sent);
        assertThat(ids(sent)).containsExactly(1L);
    }

    private WriteSet inserting(long id) {
        return new WriteSet(Map.of(table, List.<Object[]>of(new Object[] {id, 0L, 7L})), List.of(), Map.of(), Map.of());
    }

    private List<Object> ids(Write write) {
        List<Object[]> rows = requireNonNull(((WriteSet) write).inserts().get(table));
        return rows.stream().map(row -> row[0]).toList();
    }
}
