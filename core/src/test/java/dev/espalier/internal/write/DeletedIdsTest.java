package dev.espalier.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class DeletedIdsTest {

    @Test
    void anIdThatWasForgottenMayStillBeThatOfADeletedObject() {
        DeletedIds deleted = new DeletedIds();
        assertThat(deleted.isAny()).isFalse();
        deleted.add(List.of(7L));
        assertThat(deleted.isAny()).isTrue();
        assertThat(deleted.has(7)).isTrue();
        assertThat(deleted.mayHave(8)).isFalse();
        deleted.add(LongStream.range(1_000, 301_000).boxed().toList());
        assertThat(deleted.has(7)).isFalse();
        assertThat(deleted.mayHave(7)).isTrue();
        assertThat(deleted.has(300_999)).isTrue();
    }
}
