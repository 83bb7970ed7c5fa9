package dev.espalier.internal.model;

import kotlin.Metadata;
import org.jspecify.annotations.NullUnmarked;

/** Classes with the fields and the metadata that Kotlin 2.1 gives them. What it writes for each property stands above the field. */
@SuppressWarnings("unused")
@NullUnmarked // its classes are written as users write theirs
final class KotlinMeters {

    private KotlinMeters() {}

    /** {@code value class Amount(val n: UInt)}. */
    @Metadata(
            d1 = {
                "\u0000*\n\u0002\u0018\u0002\n\u0002\u0010\u0000\n\u0000\n\u0002\u0018\u0002\n\u0002\b\u0006\n\u0002\u0010\u000b\n\u0002\b\u0004\n\u0002\u0010\b\n\u0002\b\u0002\n\u0002\u0010\u000e\n\u0002\b\u0002\b\u0087@\u0018\u00002\u00020\u0001B\u000f\u0012\u0006\u0010\u0002\u001a\u00020\u0003¢\u0006\u0004\b\u0004\u0010\u0005J\u001a\u0010\t\u001a\u00020\n2\b\u0010\u000b\u001a\u0004\u0018\u00010\u0001HÖ\u0003¢\u0006\u0004\b\f\u0010\rJ\u0010\u0010\u000e\u001a\u00020\u000fHÖ\u0001¢\u0006\u0004\b\u0010\u0010\u0005J\u0010\u0010\u0011\u001a\u00020\u0012HÖ\u0001¢\u0006\u0004\b\u0013\u0010\u0014R\u0013\u0010\u0002\u001a\u00020\u0003¢\u0006\n\n\u0002\u0010\b\u001a\u0004\b\u0006\u0010\u0007\u0088\u0001\u0002"
            },
            d2 = {
                "Ldev/espalier/internal/model/KotlinMeters$Amount;",
                "",
                "n",
                "Lkotlin/UInt;",
                "constructor-impl",
                "(I)I",
                "getN-pVg5ArA",
                "()I",
                "I",
                "equals",
                "",
                "other",
                "equals-impl",
                "(ILjava/lang/Object;)Z",
                "hashCode",
                "",
                "hashCode-impl",
                "toString",
                "",
                "toString-impl",
                "(I)Ljava/lang/String;"
            })
    static final class Amount {
        private int n;
    }

    /** {@code value class Nested(private val amount: Amount)}. */
    @Metadata(
            d1 = {
                "\u0000*\n\u0002\u0018\u0002\n\u0002\u0010\u0000\n\u0000\n\u0002\u0018\u0002\n\u0002\b\u0004\n\u0002\u0010\u000b\n\u0002\b\u0004\n\u0002\u0010\b\n\u0002\b\u0002\n\u0002\u0010\u000e\n\u0002\b\u0002\b\u0087@\u0018\u00002\u00020\u0001B\u000f\u0012\u0006\u0010\u0002\u001a\u00020\u0003¢\u0006\u0004\b\u0004\u0010\u0005J\u001a\u0010\u0007\u001a\u00020\b2\b\u0010\t\u001a\u0004\u0018\u00010\u0001HÖ\u0003¢\u0006\u0004\b\n\u0010\u000bJ\u0010\u0010\f\u001a\u00020\rHÖ\u0001¢\u0006\u0004\b\u000e\u0010\u0005J\u0010\u0010\u000f\u001a\u00020\u0010HÖ\u0001¢\u0006\u0004\b\u0011\u0010\u0012R\u0010\u0010\u0002\u001a\u00020\u0003X\u0082\u0004¢\u0006\u0004\n\u0002\u0010\u0006\u0088\u0001\u0002\u0092\u0001\u00020\u0003"
            },
            d2 = {
                "Ldev/espalier/internal/model/KotlinMeters$Nested;",
                "",
                "amount",
                "Ldev/espalier/internal/model/KotlinMeters$Amount;",
                "constructor-impl",
                "(I)I",
                "I",
                "equals",
                "",
                "other",
                "equals-impl",
                "(ILjava/lang/Object;)Z",
                "hashCode",
                "",
                "hashCode-impl",
                "toString",
                "",
                "toString-impl",
                "(I)Ljava/lang/String;"
            })
    static final class Nested {
        private int amount;
    }

    /** {@code value class Plain(val n: Int)}. */
    @Metadata(
            d1 = {
                "\u0000\"\n\u0002\u0018\u0002\n\u0002\u0010\u0000\n\u0000\n\u0002\u0010\b\n\u0002\b\u0005\n\u0002\u0010\u000b\n\u0002\b\u0006\n\u0002\u0010\u000e\n\u0002\b\u0002\b\u0087@\u0018\u00002\u00020\u0001B\u000f\u0012\u0006\u0010\u0002\u001a\u00020\u0003¢\u0006\u0004\b\u0004\u0010\u0005J\u001a\u0010\b\u001a\u00020\t2\b\u0010\n\u001a\u0004\u0018\u00010\u0001HÖ\u0003¢\u0006\u0004\b\u000b\u0010\fJ\u0010\u0010\r\u001a\u00020\u0003HÖ\u0001¢\u0006\u0004\b\u000e\u0010\u0005J\u0010\u0010\u000f\u001a\u00020\u0010HÖ\u0001¢\u0006\u0004\b\u0011\u0010\u0012R\u0011\u0010\u0002\u001a\u00020\u0003¢\u0006\b\n\u0000\u001a\u0004\b\u0006\u0010\u0007\u0088\u0001\u0002"
            },
            d2 = {
                "Ldev/espalier/internal/model/KotlinMeters$Plain;",
                "",
                "n",
                "",
                "constructor-impl",
                "(I)I",
                "getN",
                "()I",
                "equals",
                "",
                "other",
                "equals-impl",
                "(ILjava/lang/Object;)Z",
                "hashCode",
                "hashCode-impl",
                "toString",
                "",
                "toString-impl",
                "(I)Ljava/lang/String;"
            })
    static final class Plain {
        private int n;
    }

    @Metadata(
            d1 = {
                "\u0000X\n\u0002\u0018\u0002\n\u0002\u0010\u0000\n\u0002\b\u0003\n\u0002\u0010\t\n\u0002\b\u0005\n\u0002\u0018\u0002\n\u0002\b\u0003\n\u0002\u0018\u0002\n\u0002\b\u0004\n\u0002\u0018\u0002\n\u0002\b\u0002\n\u0002\u0018\u0002\n\u0002\b\u0003\n\u0002\u0018\u0002\n\u0000\n\u0002\u0018\u0002\n\u0000\n\u0002\u0018\u0002\n\u0000\n\u0002\u0018\u0002\n\u0002\b\u0002\n\u0002\u0018\u0002\n\u0000\n\u0002\u0010\u000e\u0018\u00002\u00020\u0001B\u0007¢\u0006\u0004\b\u0002\u0010\u0003J\u0006\u0010%\u001a\u00020&R\u001a\u0010\u0004\u001a\u00020\u0005X\u0086\u000e¢\u0006\u000e\n\u0000\u001a\u0004\b\u0006\u0010\u0007\"\u0004\b\b\u0010\tR\u0010\u0010\n\u001a\u00020\u000bX\u0082D¢\u0006\u0004\n\u0002\u0010\fR\u0010\u0010\r\u001a\u00020\u000bX\u0082D¢\u0006\u0004\n\u0002\u0010\fR\u001c\u0010\u000e\u001a\u00020\u000fX\u0080\u000e¢\u0006\u0010\n\u0002\u0010\u0012\u001a\u0004\b\u0010\u0010\u0007\"\u0004\b\u0011\u0010\tR\u0010\u0010\u0013\u001a\u00020\u0014X\u0082\u000e¢\u0006\u0004\n\u0002\u0010\u0015R\u0010\u0010\u0016\u001a\u00020\u0017X\u0082\u000e¢\u0006\u0004\n\u0002\u0010\u0018R\u0010\u0010\u0019\u001a\u00020\u000bX\u0082\u000e¢\u0006\u0004\n\u0002\u0010\fR\u0014\u0010\u001a\u001a\u00060\u000bj\u0002`\u001bX\u0082\u000e¢\u0006\u0004\n\u0002\u0010\fR\u0010\u0010\u001c\u001a\u00020\u001dX\u0082\u000e¢\u0006\u0004\n\u0002\u0010\fR\u0010\u0010\u001e\u001a\u00020\u001fX\u0082\u000e¢\u0006\u0004\n\u0002\u0010\fR\u0010\u0010 \u001a\u00020!X\u0082\u000e¢\u0006\u0004\n\u0002\u0010\"R\u0010\u0010#\u001a\u00020$X\u0082\u000e¢\u0006\u0004\n\u0002\u0010\u0012"
            },
            d2 = {
                "Ldev/espalier/internal/model/KotlinMeters$Meter;",
                "",
                "<init>",
                "()V",
                "id",
                "",
                "getId",
                "()J",
                "setId",
                "(J)V",
                "count",
                "Lkotlin/UInt;",
                "I",
                "other",
                "total",
                "Lkotlin/ULong;",
                "getTotal-s-VKNKU$main",
                "setTotal-VKZWuLQ$main",
                "J",
                "tiny",
                "Lkotlin/UByte;",
                "B",
                "small",
                "Lkotlin/UShort;",
                "S",
                "isOdd",
                "alias",
                "Ldev/espalier/internal/model/Count;",
                "amount",
                "Ldev/espalier/internal/model/KotlinMeters$Amount;",
                "nested",
                "Ldev/espalier/internal/model/KotlinMeters$Nested;",
                "numbers",
                "Lkotlin/UIntArray;",
                "[I",
                "duration",
                "Lkotlin/time/Duration;",
                "use",
                ""
            })
    static final class Meter {
        /** {@code var id: Long}. */
        private long id;
        /** {@code private val count: UInt}. */
        private int count;
        /** {@code private val other: UInt}. */
        private int other;
        /** {@code internal var total: ULong}. */
        private long total;
        /** {@code private var tiny: UByte}. */
        private byte tiny;
        /** {@code private var small: UShort}. */
        private short small;
        /** {@code private var isOdd: UInt}. */
        private int isOdd;
        /** {@code private var alias: Count}, where {@code typealias Count = UInt}. */
        private int alias;
        /** {@code private var amount: Amount}. */
        private int amount;
        /** {@code private var nested: Nested}. */
        private int nested;
        /** {@code private var numbers: UIntArray}. */
        private int[] numbers;
        /** {@code private var duration: kotlin.time.Duration}. */
        private long duration;
    }

    @Metadata(
            d1 = {
                "\u00008\n\u0002\u0018\u0002\n\u0002\u0010\u0000\n\u0002\b\u0003\n\u0002\u0010\t\n\u0002\b\u0005\n\u0002\u0010\b\n\u0000\n\u0002\u0018\u0002\n\u0002\b\u0002\n\u0002\u0010\u0015\n\u0002\b\u0006\n\u0002\u0018\u0002\n\u0002\b\u0002\n\u0002\u0010\u000e\n\u0000\u0018\u00002\u00020\u0001B\u0007¢\u0006\u0004\b\u0002\u0010\u0003J\u0006\u0010\u001b\u001a\u00020\u001aR\u001a\u0010\u0004\u001a\u00020\u0005X\u0086\u000e¢\u0006\u000e\n\u0000\u001a\u0004\b\u0006\u0010\u0007\"\u0004\b\b\u0010\tR\u000e\u0010\n\u001a\u00020\u000bX\u0082D¢\u0006\u0002\n\u0000R\u0010\u0010\f\u001a\u00020\rX\u0082\u0004¢\u0006\u0004\n\u0002\u0010\u000eR\u000e\u0010\u000f\u001a\u00020\u0010X\u0082\u000e¢\u0006\u0002\n\u0000R\u001a\u0010\u0011\u001a\u00020\u000bX\u0080\u000e¢\u0006\u000e\n\u0000\u001a\u0004\b\u0012\u0010\u0013\"\u0004\b\u0014\u0010\u0015R\u0010\u0010\u0016\u001a\u00020\u0017X\u0082\u000e¢\u0006\u0004\n\u0002\u0010\u0018R\u0010\u0010\u0019\u001a\u0004\u0018\u00010\u001aX\u0082\u000e¢\u0006\u0002\n\u0000"
            },
            d2 = {
                "Ldev/espalier/internal/model/KotlinMeters$Signed;",
                "",
                "<init>",
                "()V",
                "id",
                "",
                "getId",
                "()J",
                "setId",
                "(J)V",
                "number",
                "",
                "plain",
                "Ldev/espalier/internal/model/KotlinMeters$Plain;",
                "I",
                "numbers",
                "",
                "inner",
                "getInner$main",
                "()I",
                "setInner$main",
                "(I)V",
                "bytes",
                "Lkotlin/UByteArray;",
                "[B",
                "text",
                "",
                "use"
            })
    static final class Signed {
        /** {@code var id: Long}. */
        private long id;
        /** {@code private val number: Int}. */
        private int number;
        /** {@code private val plain: Plain}. */
        private int plain;
        /** {@code private var numbers: IntArray}. */
        private int[] numbers;
        /** {@code internal var inner: Int}. */
        private int inner;
        /** {@code private var bytes: UByteArray}, which holds the same bytes. */
        private byte[] bytes;
        /** {@code private var text: String?}. */
        private String text;
    }

    /** As with the option {@code -Xuse-type-table}. */
    @Metadata(
            d1 = {
                "\u0000&\n\u0002\u0018\u0002\n\u0002\u0010\u0000\n\u0002\b\u0003\n\u0002\u0010\t\n\u0002\b\u0005\n\u0002\u0018\u0002\n\u0002\b\u0002\n\u0002\u0010\b\n\u0000\n\u0002\u0010\u000e\u0012\u0001\u0000\u0018\u0000B\u0007¢\u0006\u0004\b\u0002\u0010\u0003J\u0004\u0010\u000f8\u0004R\u0018\u0010\u0004H\u0001X\u0086\u000e¢\u0006\u000e\n\u0000\u001a\u0004\b\u0006\u0010\u0007\"\u0004\b\b\u0010\tR\u000e\u0010\nH\u0002X\u0082\u000e¢\u0006\u0004\n\u0002\u0010\fR\f\u0010\rH\u0003X\u0082D¢\u0006\u0002\n\u0000ò\u0001\u0014\n\u00020\u0001\n\u00020\u0005\n\u00020\u000b\n\u00020\u000e\n\u00020\u0010"
            },
            d2 = {
                "Ldev/espalier/internal/model/Tabled;",
                "",
                "<init>",
                "()V",
                "id",
                "",
                "getId",
                "()J",
                "setId",
                "(J)V",
                "small",
                "Lkotlin/UShort;",
                "S",
                "number",
                "",
                "use",
                ""
            })
    static final class Tabled {
        /** {@code var id: Long}. */
        private long id;
        /** {@code private var small: UShort}. */
        private short small;
        /** {@code private val number: Int}. */
        private int number;
    }
}
