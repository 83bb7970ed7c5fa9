package dev.espalier.lab.everyday;

import dev.espalier.annotation.Part;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;

/** The model of a small shop. */
@NullUnmarked // as classes of users are
final class Shop {

    private Shop() {}

    /** How far a purchase is. */
    public enum Status {
        NEW,
        PAID,
        SENT;

        Status next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    /** Somebody who buys. */
    public static class Customer {
        long id;
        String name;
        String city;
    }

    /** A thing for sale. */
    public static class Product {
        long id;

        String name;

        BigDecimal price;
        int stock;
    }

    /** An order of a customer. */
    public static class Purchase {
        long id;
        Customer customer;

        LocalDateTime placed;

        Status status;
        String note;

        @Part
        List<Line> lines = new ArrayList<>();

        Set<String> tags = new TreeSet<>();
    }

    /** A product in a purchase. */
    public static class Line {
        long id;
        Product product;
        int amount;
        BigDecimal price;
    }
}
