package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;

/** A command whose output is cut does not end well. */
class StandardOutputTest {

    private final StringWriter err = new StringWriter();

    private int code(OutputStream to, int code) {
        StandardOutput output = new StandardOutput(to);
        PrintStream stream = output.stream();
        for (int i = 0; i < 10_000; i++) {
            stream.println("object " + i);
        }
        stream.flush();
        return output.end(code, new PrintWriter(err));
    }

    /** Has room for some bytes. */
    private static OutputStream failing(String message) {
        return new OutputStream() {
            private int left = 5_000;

            @Override
            public void write(int one) throws IOException {
                if (left-- <= 0) {
                    throw new IOException(message);
                }
            }
        };
    }

    @Test
    void aFullDiskIsReported() {
        assertThat(code(failing("No space left on device"), 0)).isEqualTo(StandardOutput.NOT_WRITTEN);
        assertThat(err)
                .hasToString("espalier: standard output: No space left on device; what was printed is not complete"
                        + System.lineSeparator());
        assertThat(code(failing("No space left on device"), 1)).isEqualTo(1);
    }

    @Test
    void aReaderThatHasEnoughIsNoFailure() {
        assertThat(code(failing("Broken pipe"), 0)).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void writtenTextArrives() {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        assertThat(code(to, 1)).isEqualTo(1);
        assertThat(to.toString(Charset.defaultCharset()))
                .startsWith("object 0")
                .endsWith("object 9999" + System.lineSeparator());
        assertThat(err.toString()).isEmpty();
    }
}
