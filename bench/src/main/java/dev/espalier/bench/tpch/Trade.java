package dev.espalier.bench.tpch;

import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.NullUnmarked;

/**
 * The classes of TPC-H: customers order parts, which suppliers deliver. References lead from the fine side to the coarse, as the foreign keys of TPC-H do. The id
 * of an object is its key.
 */
@NullUnmarked // the generator and the library set the fields
final class Trade {

    private Trade() {}

    /** One of five regions. */
    static class Region {
        long id;
        String name;
    }

    /** One of 25 nations. */
    static class Nation {
        long id;
        String name;
        Region region;
    }

    /** Delivers parts. */
    static class Supplier {
        long id;
        String name;
        String address;
        Nation nation;
        String phone;
        BigDecimal balance;
        String comment;
    }

    /** Orders parts. */
    static class Customer {
        long id;
        String name;
        String address;
        Nation nation;
        String phone;
        BigDecimal balance;
        String segment;
        String comment;
    }

    /** A kind of goods. */
    static class Part {
        long id;
        String name;
        String manufacturer;
        String brand;
        String type;
        int size;
        String container;
        BigDecimal retailPrice;
    }

    /** A part as one of its suppliers has it. */
    static class PartSupplier {
        long id;
        Part part;
        Supplier supplier;
        int available;
        BigDecimal cost;
    }

    /** The size of the orders of a customer. */
    static class Order {
        long id;
        Customer customer;
        String status;
        BigDecimal totalPrice;
        LocalDate orderDate;
        String priority;
        int shipPriority;
        String comment;
    }

    /** A part in an order. TPC-H refers to a part, to a supplier and, by both keys, to what the one has of the other. */
    static class LineItem {
        long id;
        Order order;
        Part part;
        Supplier supplier;
        PartSupplier partSupplier;
        BigDecimal quantity;
        BigDecimal extendedPrice;
        BigDecimal discount;
        BigDecimal tax;
        String returnFlag;
        String lineStatus;
        LocalDate shipDate;
        LocalDate commitDate;
        LocalDate receiptDate;
        String shipInstruction;
        String shipMode;
    }
}
