package dev.espalier.internal.model;

import java.util.LinkedHashMap;
import java.util.Map;

/** The alternatives to the classes of the JDK that cannot be kept. */
final class Advice {

    private static final Map<String, String> INSTEAD = new LinkedHashMap<>();

    static {
        INSTEAD.put("java.lang.Object", "use a class or an interface of your own");
        INSTEAD.put("java.lang.Number", "use one class of numbers, such as long or BigDecimal");
        INSTEAD.put("java.lang.CharSequence", "use String");
        INSTEAD.put("java.lang.Iterable", "use List");
        INSTEAD.put("java.lang.Comparable", "use the class of the values");
        INSTEAD.put("java.io.Serializable", "use the class of the values");
        INSTEAD.put("java.time.ZonedDateTime", "use Instant, OffsetDateTime or LocalDateTime");
        INSTEAD.put("java.time.OffsetTime", "use LocalTime or OffsetDateTime");
        INSTEAD.put("java.time.Year", "use int");
        INSTEAD.put("java.time.YearMonth", "use LocalDate");
        INSTEAD.put("java.time.MonthDay", "use LocalDate");
        INSTEAD.put("java.time.Period", "use Duration, or a record of years, months and days");
        INSTEAD.put("java.time.ZoneId", "use String");
        INSTEAD.put("java.time.ZoneOffset", "use int");
        INSTEAD.put("java.util.Calendar", "use Instant or OffsetDateTime");
        INSTEAD.put("java.util.GregorianCalendar", "use Instant or OffsetDateTime");
        INSTEAD.put("java.util.Locale", "use String");
        INSTEAD.put("java.util.Currency", "use String");
        INSTEAD.put("java.util.TimeZone", "use String");
        INSTEAD.put("java.util.BitSet", "use byte[] or Set<Integer>");
        INSTEAD.put("java.util.concurrent.atomic.AtomicInteger", "use int");
        INSTEAD.put("java.util.concurrent.atomic.AtomicLong", "use long");
        INSTEAD.put("java.util.concurrent.atomic.AtomicBoolean", "use boolean");
        INSTEAD.put("java.net.URI", "use String");
        INSTEAD.put("java.net.URL", "use String");
        INSTEAD.put("java.nio.file.Path", "use String");
        INSTEAD.put("java.io.File", "use String");
        INSTEAD.put("java.util.regex.Pattern", "use String");
        INSTEAD.put("java.lang.Class", "use String");
        INSTEAD.put("java.nio.ByteBuffer", "use byte[]");
    }

    private Advice() {}

    static String insteadOf(Class<?> type) {
        return INSTEAD.getOrDefault(
                type.getName(), "keep its content in fields of your own, or mark the field transient");
    }
}
