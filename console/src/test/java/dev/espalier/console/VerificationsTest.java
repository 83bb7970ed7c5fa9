package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.verification.Verification;
import dev.espalier.verification.VerificationProgress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerificationsTest {

    private static final Verification CLEAN = new Verification(List.of(), List.of());

    private static Request of(String run) {
        ObjectNode json = Json.object().put("run", run);
        return new Request(json);
    }

    @Test
    void progressIsReportedWhileAVerificationRuns() {
        Verifications verifications = new Verifications();
        List<JsonNode> seen = new ArrayList<>();
        Verification found = verifications.verify("a", listener -> {
            seen.add(verifications.progress(of("a")));
            listener.accept(new VerificationProgress(3, 7, "zebra"));
            seen.add(verifications.progress(of("a")));
            seen.add(verifications.progress(of("b")));
            return CLEAN;
        });
        assertThat(found).isSameAs(CLEAN);
        assertThat(seen)
                .extracting(JsonNode::toString)
                .containsExactly("{}", "{\"done\":3,\"all\":7,\"table\":\"zebra\"}", "{}");
        assertThat(verifications.progress(of("a"))).as("ended").isEmpty();
        assertThat(verifications.verify(null, listener -> CLEAN)).isSameAs(CLEAN);
    }
}
