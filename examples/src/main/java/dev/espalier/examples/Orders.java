package dev.espalier.examples;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Part;
import dev.espalier.error.StoreException;
import java.util.ArrayList;
import java.util.List;

/** Objects with parts: the lines of an order and of an offer, and the notes on a line. */
@SuppressWarnings("NullAway.Init") // the library and the program set the fields
public final class Orders {

    static class Order {
        long id;

        @Part
        List<Line> lines = new ArrayList<>();
    }

    static class Offer {
        long id;

        @Part
        List<Line> lines = new ArrayList<>();
    }

    static class Line {
        long id;
        String product;

        @Part
        List<Note> notes = new ArrayList<>();

        Line(String product) {
            this.product = product;
        }
    }

    static class Note {
        long id;
        String text;

        Note(String text) {
            this.text = text;
        }
    }

    private Orders() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:parts.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Order.class, Offer.class))) {
            Order order = new Order();
            order.lines.add(new Line("anvil"));
            order.lines.add(new Line("rocket"));
            order.lines.get(1).notes.add(new Note("handle with care"));
            db.store(order);

            Order loaded = db.get(Order.class, order.id, bounds -> bounds.depth(0));
            System.out.println(loaded.lines.get(1).notes.get(0).text);

            order.lines.remove(0);
            db.store(order);
            System.out.println(db.query(Line.class, "").count() + " line is left");

            Offer offer = new Offer();
            offer.lines.add(order.lines.get(0));
            try {
                db.store(offer);
            } catch (StoreException e) {
                System.out.println(e.code());
            }

            order.lines.clear();
            db.storeAll(List.of(order, offer));
            System.out.println(
                    "the offer has the " + db.get(Offer.class, offer.id).lines.get(0).product);

            db.delete(offer);
            System.out.println(db.query(Line.class, "").count() + " lines and "
                    + db.query(Note.class, "").count() + " notes are left");
        }
    }
}
