package dev.espalier.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class LatencyTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NONE =
            "\"count\":0,\"meanNanos\":null,\"p50Nanos\":null,\"p90Nanos\":null,\"p95Nanos\":null,\"p99Nanos\":null,"
                    + "\"p999Nanos\":null,\"p9999Nanos\":null,\"maxNanos\":null";

    @Test
    void noTimesAreNullAndNotZero() throws JsonProcessingException {
        Latency none = Latency.of(new LatencyHistogram());

        assertThat(JSON.writeValueAsString(none)).contains(NONE);
        assertThat(none.decode().count()).isZero();
        assertThat(JSON.readValue(JSON.writeValueAsString(none), Latency.class)).isEqualTo(none);
    }

    @Test
    void zeroOfAnOlderResultWithoutTimesIsNull() throws JsonProcessingException {
        Latency none = Latency.of(new LatencyHistogram());
        String older = JSON.writeValueAsString(none).replace(":null", ":0");

        assertThat(JSON.readValue(older, Latency.class)).isEqualTo(none);
    }

    @Test
    void timeOfZeroIsATime() throws JsonProcessingException {
        LatencyHistogram counted = new LatencyHistogram();
        counted.record(0);

        assertThat(JSON.writeValueAsString(Latency.of(counted)))
                .contains("\"count\":1", "\"p50Nanos\":0", "\"maxNanos\":0");
    }
}
