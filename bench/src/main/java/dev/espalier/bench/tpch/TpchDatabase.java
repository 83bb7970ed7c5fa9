package dev.espalier.bench.tpch;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.bench.EspalierDatabases;
import dev.espalier.bench.tpch.Trade.LineItem;
import dev.espalier.lab.target.TargetDatabase;

/** The database of TPC-H. */
final class TpchDatabase {

    private TpchDatabase() {}

    /** Makes the database of a scale, new. */
    static void make(TargetDatabase at, double scale) {
        at.recreate();
        TradeMaker maker = new TradeMaker(scale);
        try (Database db = open(at);
                BulkWriter load = db.bulkWriter()) {
            load.storeAll(maker.supplies());
            load.storeAll(maker.customers());
            load.storeAll(maker.lineItems());
        }
    }

    static Database open(TargetDatabase at) {
        return EspalierDatabases.open(at, Model.of(LineItem.class));
    }
}
