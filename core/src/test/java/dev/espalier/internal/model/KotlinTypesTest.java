package dev.espalier.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.error.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kotlin's unsigned numbers are recognised, as its compiler writes them. */
@SuppressWarnings("unused")
@Tag("pure")
@NullUnmarked // its classes are written as users write theirs
class KotlinTypesTest {

    /** In the names of methods {@code $} stands for {@code -}, which Java does not allow. */
    static class Meter {
        long id;
        private int count;
        private long total;
        private boolean isSmall;
        private byte isTiny;
        private int plain;
        private String text;

        public final int getCount$pVg5ArA() {
            return count;
        }

        public final long getTotal$s$VKNKU() {
            return total;
        }

        public final void setTotal$VKZWuLQ(long value) {
            total = value;
        }

        public final byte isTiny$w2LRezQ() {
            return isTiny;
        }

        /** Of a value class of the program's own. */
        public final int getPlain$3hKbA1c() {
            return plain;
        }
    }

    /** As {@code kotlin.UInt} is. */
    static final class Amount {
        private final int data;

        private Amount(int data) {
            this.data = data;
        }

        public int unbox$impl() {
            return data;
        }
    }

    static class Sums {
        long id;
        Amount maybe;
        List<Amount> all;
    }

    /** Gives the methods the names that Kotlin would. */
    private static final class AsKotlin extends ClassLoader {

        AsKotlin() {
            super(KotlinTypesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.startsWith(KotlinTypesTest.class.getName()) ? define(name) : super.loadClass(name, resolve);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                String text = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
                for (String method : List.of(
                        "getCount$pVg5ArA",
                        "getTotal$s$VKNKU",
                        "setTotal$VKZWuLQ",
                        "isTiny$w2LRezQ",
                        "getPlain$3hKbA1c",
                        "unbox$impl")) {
                    text = text.replace(method, method.replace('$', '-'));
                }
                byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static String refusal(Class<?> type) throws ClassNotFoundException {
        Class<?> asKotlin = new AsKotlin().loadClass(type.getName());
        ModelException refusal = catchThrowableOfType(ModelException.class, () -> ObjectModel.of(asKotlin));
        assertThat(refusal.code()).isEqualTo("unsupported-type");
        return refusal.getMessage();
    }

    @Test
    void unsignedNumbersAreRefused() throws ClassNotFoundException {
        assertThat(refusal(Meter.class).lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("Meter.count: kotlin.UInt cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.total: kotlin.ULong cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.isTiny: kotlin.UByte cannot be kept"));
    }

    @Test
    void objectsOfValueClassesAreRefused() throws ClassNotFoundException {
        assertThat(refusal(Sums.class)).startsWith("Sums.maybe: Amount: is a value class of Kotlin");
    }

    @Test
    void sameFieldsOfAClassOfJavaAreKept() {
        assertThat(ObjectModel.of(Meter.class).classes())
                .singleElement()
                .satisfies(type -> assertThat(type.attributes()).hasSize(6));
    }
}
