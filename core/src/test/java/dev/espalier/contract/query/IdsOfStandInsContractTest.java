package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;

/** A program tells objects that have only an id from those that were loaded. */
@EngineIndependent
class IdsOfStandInsContractTest {

    static class Maker {
        long id;
        String name;
    }

    static class Product {
        long id;
        String name;
        Maker maker;
    }

    private static Product stored(Database db) {
        Product product = new Product();
        product.name = "anvil";
        product.maker = new Maker();
        product.maker.name = "Acme";
        db.store(product);
        return product;
    }

    /** As a program may write it. */
    private static String json(Database db, Object object) {
        if (db.isStandIn(object)) {
            return Long.toString(db.idOf(object));
        }
        return object instanceof Product product
                ? "{name: " + product.name + ", maker: " + json(db, product.maker) + "}"
                : "{name: " + ((Maker) object).name + "}";
    }

    @OnEveryEngine
    void aReferenceThatBoundsLeaveOutIsWrittenAsItsId(TestDatabase database) {
        Database db = database.open(Product.class);
        Product product = stored(db);
        assertThat(json(db, product)).isEqualTo("{name: anvil, maker: {name: Acme}}");
        String cut = "{name: anvil, maker: " + product.maker.id + "}";
        assertThat(json(db, db.get(Product.class, product.id, bounds -> bounds.depth(0))))
                .isEqualTo(cut);
        assertThat(json(db, db.query(Product.class, "").stopAt("maker").one())).isEqualTo(cut);
        assertThat(json(
                        db,
                        db.query(Product.class, "").stopAt("maker").untracked().one()))
                .isEqualTo(cut);
    }

    @OnEveryEngine
    void aStandInIsNoneOnceItWasRefreshed(TestDatabase database) {
        Database db = database.open(Product.class);
        Maker maker = db.reference(Maker.class, stored(db).maker.id);
        assertThat(db.isStandIn(maker)).isTrue();
        db.refresh(maker);
        assertThat(db.isStandIn(maker)).isFalse();
        assertThat(maker.name).isEqualTo("Acme");
    }

    @OnEveryEngine
    void newAndStoredObjectsAreNone(TestDatabase database) {
        Database db = database.open(Product.class);
        assertThat(db.isStandIn(new Maker())).isFalse();
        assertThat(db.isStandIn(stored(db).maker)).isFalse();
        assertThatThrownBy(() -> db.isStandIn(null)).hasMessageContaining("expected an object");
    }

    @OnEveryEngine
    void aTransactionTellsThemTooUntilItReadsMore(TestDatabase database) {
        Database db = database.open(Product.class);
        long id = stored(db).id;
        db.useTransaction(tx -> {
            Product product = tx.get(Product.class, id, bounds -> bounds.depth(0));
            Maker maker = product.maker;
            assertThat(tx.isStandIn(maker)).isTrue();
            assertThat(tx.get(Product.class, id, bounds -> bounds.depth(1)).maker.name)
                    .isEqualTo("Acme");
            tx.refresh(maker);
            assertThat(tx.isStandIn(maker)).isFalse();
        });
    }

    @OnEveryEngine
    void nodesAreStandInsAsObjectsAre(TestDatabase database) {
        long id = stored(database.open(Product.class)).id;
        Database db = database.openCatalog();
        Node product = db.nodes().get("Product", id, bounds -> bounds.depth(0));
        assertThat(db.isStandIn(product)).isFalse();
        assertThat(db.isStandIn(product.get("maker", Node.class))).isTrue();
        assertThat(db.isStandIn(db.nodes().get("Product", id).get("maker", Node.class)))
                .isFalse();
    }
}
