package dev.espalier.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.error.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import kotlin.Metadata;
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
        private long inner;
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

        /** Of an internal property of the module {@code main}. */
        public final long getInner$s$VKNKU$main() {
            return inner;
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
                text = text.replace("getInner$s$VKNKU$main", "getInner-s-VKNKU$main");
                byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static String refusal(Class<?> type) throws ClassNotFoundException {
        return refusalOf(new AsKotlin().loadClass(type.getName()));
    }

    private static String refusalOf(Class<?> type) {
        ModelException refusal = catchThrowableOfType(ModelException.class, () -> ObjectModel.of(type));
        assertThat(refusal.code()).isEqualTo("unsupported-type");
        return refusal.getMessage();
    }

    @Test
    void unsignedNumbersAreRefused() throws ClassNotFoundException {
        assertThat(refusal(Meter.class).lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("Meter.count: kotlin.UInt cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.total: kotlin.ULong cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.isTiny: kotlin.UByte cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.inner: kotlin.ULong cannot be kept"));
    }

    @Test
    void unsignedNumbersWithoutAccessorsAreRefused() {
        assertThat(refusalOf(KotlinMeters.Meter.class).lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("Meter.count: kotlin.UInt cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.other: kotlin.UInt cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.total: kotlin.ULong cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.tiny: kotlin.UByte cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.small: kotlin.UShort cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.isOdd: kotlin.UInt cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.alias: kotlin.UInt cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.amount: kotlin.UInt cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.nested: kotlin.UInt cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.numbers: kotlin.UIntArray cannot be kept"),
                        line -> assertThat(line).startsWith("Meter.duration: kotlin.time.Duration cannot be kept"));
    }

    @Test
    void unsignedNumbersInATableOfTypesAreRefused() {
        assertThat(refusalOf(KotlinMeters.Tabled.class).lines())
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("Tabled.small: kotlin.UShort cannot be kept"));
    }

    @Test
    void otherPropertiesOfAClassOfKotlinAreKept() {
        assertThat(ObjectModel.of(KotlinMeters.Signed.class).classes())
                .singleElement()
                .satisfies(type -> assertThat(type.attributes()).hasSize(6));
    }

    @Metadata(
            d1 = {"\u0000\u00ff\u00ff\u00ff"},
            d2 = {"Lkotlin/UInt;"})
    static class Unreadable {
        long id;
        private int count;
    }

    @Metadata
    static class Stripped {
        long id;
        private int count;
    }

    @Test
    void metadataThatCannotBeReadSaysNothing() {
        assertThat(ObjectModel.of(Unreadable.class).classes()).hasSize(1);
        assertThat(ObjectModel.of(Stripped.class).classes()).hasSize(1);
    }

    @Test
    void objectsOfValueClassesAreRefused() throws ClassNotFoundException {
        assertThat(refusal(Sums.class)).startsWith("Sums.maybe: Amount: is a value class of Kotlin");
    }

    @Test
    void sameFieldsOfAClassOfJavaAreKept() {
        assertThat(ObjectModel.of(Meter.class).classes())
                .singleElement()
                .satisfies(type -> assertThat(type.attributes()).hasSize(7));
    }
}
